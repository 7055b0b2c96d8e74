import { H264_NAL, h264NalType } from '@sightline/media';

/** A picture of the sizes that are made here; more without a delimiter is no stream of pictures. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const CODE_BYTES = 3;

/** Cuts a stream of H.264 in Annex B into pictures at the delimiters in front of them. The last one comes with the next. */
export class PictureSplitter {
  private rest = Buffer.alloc(0);
  /** Where no delimiter has been found yet. */
  private searched = 0;

  /** @throws RangeError when no delimiter comes. */
  push(bytes: Buffer): Buffer[] {
    this.rest = this.rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.rest, bytes]);
    const pictures: Buffer[] = [];
    let begin = 0;
    for (;;) {
      const at = this.delimiter(Math.max(this.searched, begin + CODE_BYTES + 1));
      if (at < 0) break;
      pictures.push(this.rest.subarray(begin, at));
      begin = at;
      this.searched = at;
    }
    this.rest = this.rest.subarray(begin);
    this.searched = Math.max(0, this.rest.length - CODE_BYTES - 1);
    if (this.rest.length > MAX_PICTURE_BYTES) throw new RangeError('a picture that does not end');
    return pictures;
  }

  /** The first start code of a delimiter from there on; a zero in front of it belongs to it. */
  private delimiter(from: number): number {
    const { rest } = this;
    for (let one = rest.indexOf(1, from); one >= 0 && one + 1 < rest.length; one = rest.indexOf(1, one + 1)) {
      if (one < 2 || rest[one - 1] !== 0 || rest[one - 2] !== 0 || h264NalType(rest[one + 1]!) !== H264_NAL.aud) continue;
      return one >= 3 && rest[one - 3] === 0 ? one - 3 : one - 2;
    }
    return -1;
  }
}
