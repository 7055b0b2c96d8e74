import type { DeviceCommand, DeviceMedia, Fact, Received, Session, Transport } from '@sightline/protocols';
import { CommandError, CommandQueue, type CommandAnswer, type CommandAnswerFact, type CommandProgress } from './command-queue.ts';
import type { FrameOrigin } from './frame-log.ts';
import { HeldAnswer, PendingFrame } from './held-answer.ts';
import { LinkMemory } from './held-memory.ts';
import type { LinkHost } from './link-host.ts';
import { MediaInHand } from './media-in-hand.ts';
import type { CommandLink, KnownDevice } from './ports.ts';
import type { Metered } from './traffic-meter.ts';

/** The bytes' side of a link: a TCP connection or a UDP sender. */
export interface Wire {
  readonly remote: string;
  readonly transport: Transport;
  write(bytes: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(reason: string): void;
}

/** A device that speaks all the time is looked up this often. */
const TRUST_MS = 10_000;

const isAnswer = (fact: Fact): fact is CommandAnswerFact => fact.kind === 'commandAnswer';
/** What does not go to the sink of positions. */
const isBeside = (fact: Fact): boolean => fact.kind === 'commandAnswer' || fact.kind === 'media' || fact.kind === 'uploadEnded';

/**
 * One conversation, whatever carries it: frames in, answers out in the same order, never before the facts are durable.
 * It stops reading while a registration is looked up, while the sink is full and while too many answers are owed.
 */
export class DeviceLink implements FrameOrigin, Metered, CommandLink {
  /** The registered device that spoke last; null before the first. */
  device: KnownDevice | null = null;
  closed = false;
  readonly connection: number;
  logWindow = 0;
  loggedInWindow = 0;
  /** Octets read and written since they were last taken. */
  bytesIn = 0;
  private bytesOut = 0;
  private readonly session: Session;
  /** What `device` called itself, and how long that may be taken for granted without asking the directory. */
  private spokeAs: string | null = null;
  private trustedEpoch = -1;
  private trustedUntilMs = 0;
  private outstanding: HeldAnswer[] = [];
  /** Read but not handed on yet. Bounded by one read: reading is paused while anything stands here. */
  private held: { received: Received; atMs: number; logged: number }[] = [];
  private waitsForLookup = false;
  private waitsForRoom = false;
  private paused = false;
  private readonly memory: LinkMemory;
  private readonly media: MediaInHand;
  private badInRow = 0;
  private unknownInRow = 0;
  private commands: CommandQueue | null = null;
  /** The device that this connection has been told to take commands for. */
  private listening: KnownDevice | null = null;
  readonly id: string;
  /** Devices beside `device` that spoke here: a relay carries many. */
  private others: Set<string> | null = null;

  constructor(
    private readonly host: LinkHost,
    private readonly wire: Wire,
  ) {
    this.connection = host.shared.nextConnection();
    this.memory = new LinkMemory(host.shared.memory, host.shared.limits.maxHeldUnidentified);
    this.media = new MediaInHand(this.memory, host.shared.ports.media);
    this.session = host.protocol.createSession({ transport: wire.transport, memory: this.memory });
    this.id = `${host.shared.run}-${this.connection}`;
  }

  get protocolId(): string {
    return this.host.protocol.id;
  }

  get remote(): string {
    return this.wire.remote;
  }

  get isPaused(): boolean {
    return this.paused;
  }

  /** More than one device speaks here: it must not end because one of them has connected by itself. */
  get isRelay(): boolean {
    return this.others !== null;
  }

  get isStream(): boolean {
    return this.wire.transport === 'tcp';
  }

  /** Takes one frame. */
  receive(frame: Uint8Array, atMs: number): void {
    const { host } = this;
    const received = this.session.receive(frame, atMs);
    host.countFrame();
    if (received.error) host.countError(received.error.code);
    const logged = host.shared.frameLog.add(frame, atMs, this, this.keyOf(received), received.deviceIds, received.error ?? null);
    // Not held up with the facts: a command waits for its answer no longer than it must.
    if (this.commands) for (const fact of received.facts) if (isAnswer(fact)) this.commands.answer(fact, frame);
    if (this.blocked || this.held.length > 0) this.held.push({ received, atMs, logged });
    else this.handle(received, atMs, logged);
    this.adjustReading();
  }

  /** Sends a command and waits for the answer; rejects with {@link CommandError}. */
  send(command: DeviceCommand, timeoutMs: number, progress?: CommandProgress): Promise<CommandAnswer> {
    if (this.closed) return Promise.reject(new CommandError('offline', 'the connection has ended'));
    // A session addresses whoever spoke last.
    if (this.isRelay) return Promise.reject(new CommandError('unsupported', 'the connection carries several devices'));
    this.commands ??= new CommandQueue(this.session, (frames) => {
      for (const frame of frames) this.logSent(frame, 0);
      this.write(frames);
    });
    return this.commands.send(command, timeoutMs, progress);
  }

  /** The wire has ended. What was handed to the sink stays there; its answers have nowhere to go. */
  end(): void {
    if (this.closed) return;
    this.closed = true;
    this.host.shared.outstanding -= this.outstanding.length;
    this.outstanding = [];
    this.held = [];
    this.commands?.close();
    this.memory.release();
    this.unbind();
  }

  close(reason: string): void {
    this.wire.close(reason);
  }

  /** Hands over what was counted for the device that speaks here; without one it stays until there is. */
  takeTraffic(): void {
    if (this.device === null || this.bytesIn + this.bytesOut === 0) return;
    this.host.shared.traffic?.add(this.device.deviceKey, this.bytesIn, this.bytesOut);
    this.bytesIn = 0;
    this.bytesOut = 0;
  }

  /** Called by a frame whose facts are durable. */
  settled(): void {
    if (!this.closed) this.host.shared.answerSoon(this);
  }

  refused(frame: HeldAnswer, reason: string): void {
    this.warn('refused', reason, 'data of a device cannot be stored; it gets no answer');
    const at = this.outstanding.indexOf(frame);
    if (at >= 0) {
      this.outstanding.splice(at, 1);
      this.host.shared.outstanding--;
    }
    this.settled();
  }

  /** Sends the answers that may go, in order, and goes on reading when few enough are owed. */
  flush(): void {
    if (this.closed) return;
    let n = 0;
    const out: Uint8Array[] = [];
    for (; n < this.outstanding.length && this.outstanding[n]!.done; n++) {
      const { replies, logged } = this.outstanding[n]!;
      for (const reply of replies) {
        if (reply.when !== 'committed') continue;
        if (logged !== 0) this.logSent(reply.bytes, logged);
        out.push(reply.bytes);
      }
    }
    if (n > 0) {
      this.outstanding.splice(0, n);
      this.host.shared.outstanding -= n;
      this.write(out);
    }
    this.drain();
  }

  private get blocked(): boolean {
    const { limits } = this.host.shared;
    if (this.waitsForLookup || this.waitsForRoom) return true;
    return this.outstanding.length >= limits.maxOutstandingFrames || this.media.count >= limits.maxMediaInHand;
  }

  private drain(): void {
    while (this.held.length > 0 && !this.blocked && !this.closed) {
      const { received, atMs, logged } = this.held.shift()!;
      this.handle(received, atMs, logged);
    }
    this.adjustReading();
  }

  private adjustReading(): void {
    if (this.closed) return;
    const pause = this.blocked || this.held.length > 0;
    if (pause === this.paused) return;
    // Half empty before going on, so that a full connection is not switched to and fro with every answer.
    if (!pause && this.outstanding.length * 2 > this.host.shared.limits.maxOutstandingFrames) return;
    this.paused = pause;
    if (pause) this.wire.pause();
    else this.wire.resume();
  }

  private handle(received: Received, atMs: number, logged: number): void {
    if (received.deviceIds.length === 0) {
      this.nobody(received);
      return;
    }
    const { directory } = this.host.shared.ports;
    if (this.device && received.deviceIds[0] === this.spokeAs && directory.epoch === this.trustedEpoch && atMs < this.trustedUntilMs) {
      this.deliver(received, atMs, this.device, logged);
      return;
    }
    // Before the question: a change while it is open must not be overlooked.
    const { epoch } = directory;
    const found = directory.find(this.host.protocol.id, received.deviceIds);
    if (!(found instanceof Promise)) {
      this.trust(received, atMs, epoch);
      this.deliver(received, atMs, found, logged);
      return;
    }
    this.waitsForLookup = true;
    const goOn = (device: KnownDevice | null): void => {
      this.waitsForLookup = false;
      if (this.closed) return;
      this.trust(received, atMs, epoch);
      this.deliver(received, atMs, device, logged);
      this.drain();
    };
    // Rejected only when the gateway stops: the device keeps its data and asks again.
    found.then(goOn, () => this.close('stopping'));
  }

  private trust(received: Received, atMs: number, epoch: number): void {
    this.spokeAs = received.deviceIds[0]!;
    this.trustedEpoch = epoch;
    this.trustedUntilMs = atMs + TRUST_MS;
  }

  private deliver(received: Received, atMs: number, device: KnownDevice | null, logged: number): void {
    const { shared, protocol } = this.host;
    if (received.error === undefined) this.badInRow = 0;
    else if (this.isHopeless()) return;
    if (!device) {
      this.unknown(received, atMs);
      return;
    }
    this.unknownInRow = 0;
    if (this.device !== device) this.bind(device);
    let { facts } = received;
    if (facts.some(isBeside)) facts = facts.filter((fact) => !isBeside(fact));
    for (const fact of received.facts) if (fact.kind === 'uploadEnded') shared.ports.uploads?.ended(device, fact);
    if (this.listening !== device && this.session.acceptsCommands) this.listen(device);
    const media = received.facts.find((fact) => fact.kind === 'media')?.media;
    if (media) {
      shared.ports.sink.contact(device, atMs);
      this.store(device, media, atMs, new HeldAnswer(received.replies, logged, false));
      return;
    }
    if (facts.length > 0) {
      const pending = new PendingFrame(this, device, facts, atMs, protocol.defaultUtcOffsetMinutes, received.replies, logged);
      this.owe(pending);
      shared.ports.sink.submit(pending);
      if (!shared.ports.sink.hasRoom) this.waitForRoom();
      return;
    }
    shared.ports.sink.contact(device, atMs);
    if (received.replies.length === 0) return;
    if (this.outstanding.length > 0) this.owe(new HeldAnswer(received.replies, logged, true));
    else {
      for (const reply of received.replies) {
        if (reply.when !== 'committed') continue;
        if (logged !== 0) this.logSent(reply.bytes, logged);
        this.write([reply.bytes]);
      }
    }
  }

  /** A file is a message of its own: its answer waits for it, and so do those behind it. */
  private store(device: KnownDevice, media: DeviceMedia, receivedAtMs: number, answer: HeldAnswer): void {
    this.owe(answer);
    const readWithOffsetMinutes = this.host.protocol.defaultUtcOffsetMinutes;
    this.media.store({ device, media, receivedAtMs, readWithOffsetMinutes }).then(
      (unfit) => {
        if (unfit !== null) this.warn('media', unfit, 'a file of a device cannot be kept');
        answer.done = true;
        this.settled();
      },
      (error: unknown) => this.refused(answer, error instanceof Error ? error.message : String(error)),
    );
  }

  private owe(answer: HeldAnswer): void {
    this.outstanding.push(answer);
    this.host.shared.outstanding++;
  }

  private waitForRoom(): void {
    this.waitsForRoom = true;
    this.host.shared.ports.sink.whenRoom(() => {
      this.waitsForRoom = false;
      this.drain();
    });
  }

  private bind(device: KnownDevice): void {
    this.memory.identified = true;
    const before = this.device;
    if (before && before.deviceKey !== device.deviceKey) this.takeTraffic();
    this.device = device;
    if (before?.deviceKey === device.deviceKey) return;
    if (before) (this.others ??= new Set()).add(before.deviceId);
    const { registry, ports } = this.host.shared;
    if (!this.others?.has(device.deviceId)) ports.sink.arrived(device);
    const replaced = registry.bind(device.deviceId, this);
    // One socket per device: after a loss of network the old one is half open and only the device knows.
    if (replaced && this.isStream && replaced.isStream && !replaced.isRelay) replaced.close('replaced by a new connection');
  }

  /** Commands may come from now on; those that wait are looked up, which takes longer than the answer to this frame. */
  private listen(device: KnownDevice): void {
    const { commands } = this.host.shared.ports;
    const before = this.listening;
    this.listening = device;
    if (before && before.deviceKey !== device.deviceKey) commands?.disconnected(before, this);
    if (this.isRelay || before?.deviceKey === device.deviceKey) return;
    commands?.connected(device, this);
  }

  private unbind(): void {
    this.takeTraffic();
    const { registry, ports } = this.host.shared;
    if (this.listening) ports.commands?.disconnected(this.listening, this);
    this.listening = null;
    if (this.device) registry.unbind(this.device.deviceId, this);
    for (const id of this.others ?? []) registry.unbind(id, this);
    this.device = null;
  }

  private nobody(received: Received): void {
    if (received.error) this.isHopeless();
  }

  private unknown(received: Received, atMs: number): void {
    const { shared, protocol, unknownFrames } = this.host;
    unknownFrames.inc();
    if (this.device && !this.isRelay) this.unbind();
    shared.ports.unknownDevices.count(protocol.id, received.deviceIds[0]!, this.wire.remote, atMs);
    for (const reply of received.replies) if (reply.when === 'unknown') this.write([reply.bytes]);
    if (++this.unknownInRow > shared.limits.maxUnknownFrames) this.close('device not registered');
  }

  /** Whose frame it is when that is certain already; the first frames of a device and of a relay's next one are looked up later. */
  private keyOf(received: Received): number {
    if (this.device === null) return 0;
    return received.deviceIds[0] === this.spokeAs || (received.deviceIds.length === 0 && !this.isRelay) ? this.device.deviceKey : 0;
  }

  private logSent(bytes: Uint8Array, answers: number): void {
    if (this.device) this.host.shared.frameLog.addSent(bytes, Date.now(), this, this.device.deviceKey, answers);
  }

  private warn(topic: string, reason: string, text: string): void {
    const about = { protocol: this.host.protocol.id, device: this.device?.deviceId, remote: this.wire.remote, reason };
    this.host.shared.log.warn(topic, about, text);
  }

  private isHopeless(): boolean {
    if (++this.badInRow <= this.host.shared.limits.maxBadFrames) return false;
    this.close('unreadable frames');
    return true;
  }

  private write(frames: readonly Uint8Array[]): void {
    if (this.closed || frames.length === 0) return;
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
    this.bytesOut += bytes.length;
    this.wire.write(bytes);
  }
}
