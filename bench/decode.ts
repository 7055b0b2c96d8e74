import { gt06, jt808, teltonika, type ProtocolDefinition } from '@sightline/protocols';
import {
  gt06Location,
  gt06Login,
  jt808Buffered,
  jt808Location,
  teltonikaData,
  teltonikaLogin,
  type Place,
} from '../test/dev-env/gateway-frames.ts';

/**
 * One core: from bytes of the stream to facts and answers, framer and session included. The yardstick is JSON.parse of
 * the same facts as text, in the same run: what a device that spoke JSON would cost at least.
 */
const FRAMES = 20_000;
const ROUNDS = 7;
const START_MS = Date.UTC(2026, 4, 1, 8);

const place = (i: number): Place => ({
  timeMs: START_MS + i * 1000,
  lat: 48.1 + i * 1e-5,
  lon: 11.5 - i * 1e-5,
  speedKph: 30 + (i % 60),
  course: i % 360,
});
const places = (from: number, n: number): Place[] => Array.from({ length: n }, (_, i) => place(from + i));

interface Subject {
  readonly name: string;
  readonly protocol: ProtocolDefinition;
  readonly login: Uint8Array | null;
  readonly frames: readonly Uint8Array[];
}

const subjects: readonly Subject[] = [
  {
    name: 'jt808Location',
    protocol: jt808,
    login: null,
    frames: Array.from({ length: FRAMES }, (_, i) => jt808Location('13800138000', i, place(i), i * 10)),
  },
  {
    name: 'jt808Batch10',
    protocol: jt808,
    login: null,
    frames: Array.from({ length: FRAMES / 10 }, (_, i) => jt808Buffered('13800138000', i, places(i * 10, 10))),
  },
  {
    name: 'gt06Location',
    protocol: gt06,
    login: gt06Login('861234567890123', 1),
    frames: Array.from({ length: FRAMES }, (_, i) => gt06Location(i, place(i))),
  },
  {
    name: 'teltonikaRecords10',
    protocol: teltonika,
    login: teltonikaLogin('861234567890123'),
    frames: Array.from({ length: FRAMES / 10 }, (_, i) => teltonikaData(places(i * 10, 10))),
  },
];

/** Nanoseconds per unit: the best of several rounds, the rest is other people's work on the machine. */
function best(units: number, work: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.hrtime.bigint();
    const done = work();
    const ns = Number(process.hrtime.bigint() - before);
    if (done !== units) throw new Error(`${done} units done, ${units} expected`);
    least = Math.min(least, ns / units);
  }
  return least;
}

function measure({ protocol, login, frames }: Subject) {
  // A busy socket hands over several frames at once.
  const chunks: Uint8Array[] = [];
  for (let i = 0; i < frames.length; i += 8) chunks.push(Buffer.concat(frames.slice(i, i + 8)));
  const texts: string[] = [];
  const run = (keep: boolean): number => {
    const framer = protocol.createFramer();
    const session = protocol.createSession();
    if (login) for (const event of framer.push(login)) if (event.kind === 'frame') session.receive(event.frame, START_MS);
    let done = 0;
    for (const chunk of chunks) {
      for (const event of framer.push(chunk)) {
        if (event.kind !== 'frame') throw new Error('bytes skipped');
        const received = session.receive(event.frame, START_MS);
        if (received.error || received.facts.length === 0) throw new Error(`frame not understood: ${received.error?.message}`);
        if (keep) texts.push(JSON.stringify(received.facts));
        done++;
      }
    }
    return done;
  };
  run(true);
  const nsPerFrame = best(frames.length, () => run(false));
  const jsonNsPerFrame = best(frames.length, () => {
    let done = 0;
    for (const text of texts) if ((JSON.parse(text) as unknown[]).length > 0) done++;
    return done;
  });
  return {
    framesPerSecond: Math.round(1e9 / nsPerFrame),
    nsPerFrame: Math.round(nsPerFrame),
    jsonParseNs: Math.round(jsonNsPerFrame),
    ratioToJsonParse: Number((nsPerFrame / jsonNsPerFrame).toFixed(2)),
  };
}

export async function run(): Promise<Record<string, unknown>> {
  return Object.fromEntries(subjects.map((subject) => [subject.name, measure(subject)]));
}
