import type { LinkMemory } from './held-memory.ts';
import type { MediaSink, SubmittedMedia } from './ports.ts';

/** The files of one connection that are being stored; they count as held until that has ended. */
export class MediaInHand {
  count = 0;

  constructor(
    private readonly memory: LinkMemory,
    private readonly sink: MediaSink | undefined,
  ) {}

  /** As the sink's; rejects without one. */
  async store(submitted: SubmittedMedia): Promise<string | null> {
    const octets = submitted.media.data.length;
    this.memory.add(octets);
    this.count++;
    try {
      if (!this.sink) throw new Error('files are not kept here');
      return await this.sink.store(submitted);
    } finally {
      this.memory.give(octets);
      this.count--;
    }
  }
}
