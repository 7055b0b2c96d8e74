import {
  adtsFrames,
  decodeAdpcm,
  decodeAlaw,
  decodeUlaw,
  G726Decoder,
  g726Bits,
  hasHisiliconHeader,
  isAdts,
  PAYLOAD,
  WIRE_TYPE,
  withoutHisiliconHeader,
  type MediaFrame,
  type WireType,
} from '@sightline/media';

export interface SoundBlock {
  readonly type: WireType;
  readonly data: Uint8Array;
}

/** What a device sends its sound as, for talking back to it in the same way. */
export interface SoundHabit {
  readonly payloadType: number;
  readonly hisilicon: boolean;
  /** Octets of a block without the HiSilicon head. */
  readonly blockBytes: number;
}

const pcmOf = (samples: Int16Array): Uint8Array => {
  const data = new Uint8Array(samples.length * 2);
  const view = new DataView(data.buffer);
  for (let i = 0; i < samples.length; i++) view.setInt16(i * 2, samples[i]!, true);
  return data;
};

/** Turns a device's sound into what every browser plays: samples, or AAC as it is. Unknown kinds and damaged blocks give nothing. */
export class SoundDecoder {
  private g726: G726Decoder | null = null;
  private known: SoundHabit | null = null;
  /** Blocks that could not be read. */
  damaged = 0;

  get habit(): SoundHabit | null {
    return this.known;
  }

  decode(frame: MediaFrame): SoundBlock[] {
    const hisilicon = hasHisiliconHeader(frame.data);
    const body = withoutHisiliconHeader(frame.data);
    if (this.known?.payloadType !== frame.payloadType || this.known.blockBytes !== body.length || this.known.hisilicon !== hisilicon)
      this.known = { payloadType: frame.payloadType, hisilicon, blockBytes: body.length };
    try {
      return this.blocks(frame.payloadType, body);
    } catch {
      this.damaged++;
      return [];
    }
  }

  private blocks(payloadType: number, body: Uint8Array): SoundBlock[] {
    const pcm = (samples: Int16Array): SoundBlock[] => (samples.length > 0 ? [{ type: WIRE_TYPE.pcm, data: pcmOf(samples) }] : []);
    switch (payloadType) {
      case PAYLOAD.g711a:
        return pcm(decodeAlaw(body));
      case PAYLOAD.g711u:
        return pcm(decodeUlaw(body));
      case PAYLOAD.adpcm:
        return pcm(decodeAdpcm(body).samples);
      case PAYLOAD.g726: {
        const bits = g726Bits(body.length);
        if (bits === null) return [];
        if (this.g726?.bits !== bits) this.g726 = new G726Decoder(bits);
        return pcm(this.g726.decode(body));
      }
      case PAYLOAD.aac:
        if (!isAdts(body)) return [];
        return adtsFrames(body).map(({ config, data }) => {
          const block = new Uint8Array(config.length + data.length);
          block.set(config, 0);
          block.set(data, config.length);
          return { type: WIRE_TYPE.aac, data: block };
        });
      default:
        return [];
    }
  }
}
