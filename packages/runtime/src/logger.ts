import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Structured logs, one JSON object a line on standard output; secrets that a caller logs by mistake are blanked. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', '*.password', 'token', '*.token', 'req.headers.authorization'], censor: '[redacted]' },
  });
}
