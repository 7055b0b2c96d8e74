import { isPlainHttp } from '../player/paths.ts';
import type { MicrophoneFailure } from './microphone-failure.ts';
import { MICROPHONE_PROCESSOR } from './microphone-messages.ts';

export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  constructor(readonly reason: MicrophoneFailure) {
    super(reason);
  }
}

const BY_NAME: Readonly<Record<string, MicrophoneFailure>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
};

export interface MicrophoneEvents {
  /** 20 ms, 8000 samples a second, -1 to 1. */
  readonly onBlock: (samples: Float32Array<ArrayBuffer>) => void;
  /** It was unplugged, or taken away by the browser. */
  readonly onLost: () => void;
}

const listen = async (deviceId: string | null): Promise<MediaStream> => {
  if (isPlainHttp()) throw new MicrophoneError('insecure');
  if (navigator.mediaDevices?.getUserMedia === undefined || !('AudioWorkletNode' in window)) throw new MicrophoneError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        // One that is not there any more is no reason to be silent.
        ...(deviceId !== null && { deviceId: { ideal: deviceId } }),
        channelCount: { ideal: 1 },
        // What the loudspeaker of this machine says must not come back to the device.
        echoCancellation: { ideal: true },
        noiseSuppression: { ideal: true },
        autoGainControl: { ideal: true },
      },
    });
  } catch (error) {
    throw new MicrophoneError((error instanceof DOMException && BY_NAME[error.name]) || 'none');
  }
};

/** What is heard near this machine. To be opened from a click or a key. */
export class Microphone {
  private constructor(
    private readonly stream: MediaStream,
    private readonly context: AudioContext,
  ) {}

  /** @param deviceId one of {@link microphonesHere}; `null`: the usual one. @throws MicrophoneError */
  static async open(deviceId: string | null, events: MicrophoneEvents): Promise<Microphone> {
    const stream = await listen(deviceId);
    const context = new AudioContext({ latencyHint: 'interactive' });
    const microphone = new Microphone(stream, context);
    try {
      const worklet = await import('./microphone.worklet.ts?worker&url');
      await context.audioWorklet.addModule(worklet.default);
      const node = new AudioWorkletNode(context, MICROPHONE_PROCESSOR, { numberOfInputs: 1, numberOfOutputs: 1, channelCount: 1 });
      node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => events.onBlock(data));
      node.port.start();
      // Its output is silence; without a place to go to, a browser may not run it.
      context.createMediaStreamSource(stream).connect(node).connect(context.destination);
      await context.resume();
    } catch {
      microphone.close();
      throw new MicrophoneError('unsupported');
    }
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', events.onLost);
    return microphone;
  }

  close(): void {
    for (const track of this.stream.getTracks()) track.stop();
    if (this.context.state !== 'closed') void this.context.close();
  }
}

export interface MicrophoneChoice {
  readonly id: string;
  readonly name: string;
}

/** The microphones of this machine; names are known once one of them has been opened. */
export const microphonesHere = async (): Promise<readonly MicrophoneChoice[]> => {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices
    .filter(({ kind, label, deviceId }) => kind === 'audioinput' && label !== '' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
};
