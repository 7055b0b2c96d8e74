/** Calls at a fixed rate, whether or not earlier ones have been answered. */
export interface SteadyTask {
  readonly url: string;
  /** Sent in turn. */
  readonly bodies: readonly string[];
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SteadyResult {
  readonly calls: number;
  readonly errors: number;
  /** From the instant at which the call was due to the last byte of its answer, ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Octets of the answers before compression, mean. */
  readonly bytes: number;
}

const TIMEOUT_MS = 30_000;

const call = async ({ url, bodies, tokens }: SteadyTask, i: number): Promise<{ ok: boolean; bytes: number }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: tokens[i % tokens.length]! },
      body: bodies[i % bodies.length]!,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { ok: response.status === 200 && text.startsWith('{"code":0,'), bytes: text.length };
  } catch {
    return { ok: false, bytes: 0 };
  }
};

const round = (value: number): number => Math.round(value * 10) / 10;

export async function runSteadyLoad(task: SteadyTask): Promise<SteadyResult> {
  const count = Math.round(task.perSecond * task.seconds);
  const times: number[] = [];
  let errors = 0;
  let bytes = 0;
  const startMs = performance.now() + 50;
  const one = async (i: number): Promise<void> => {
    const dueMs = startMs + (i * 1000) / task.perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const answer = await call(task, i);
    times.push(performance.now() - dueMs);
    bytes += answer.bytes;
    if (!answer.ok) errors++;
  };
  await Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  times.sort((a, b) => a - b);
  const quantile = (q: number): number => round(times[Math.min(count - 1, Math.floor(count * q))]!);
  return {
    calls: count,
    errors,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    maxMs: round(times.at(-1)!),
    bytes: Math.round(bytes / count),
  };
}
