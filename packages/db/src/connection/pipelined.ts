import type pg from 'pg';

/** One statement of a {@link pipelined} run. `text` is needed while the connection does not know `name` yet, and always without a name. */
export interface PipelinedStatement {
  /** A statement prepared under this name on the connection before; empty: parsed anew. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
  /** Only for `COPY ... FROM STDIN`: all of its data. */
  readonly copyIn?: Buffer;
}

/** Frontend messages of COPY (PostgreSQL manual, "Message Formats"): CopyData is 'd', its length, the bytes; CopyDone is 'c' and its length. */
const COPY_DATA_HEAD_BYTES = 5;
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

function copyDataHead(size: number): Buffer {
  const head = Buffer.allocUnsafe(COPY_DATA_HEAD_BYTES);
  head[0] = 0x64;
  head.writeUInt32BE(size + 4, 1);
  return head;
}

/**
 * Statements that are sent together and answered together, in one round trip: the extended query protocol with a single Sync
 * at the end (PostgreSQL manual, "Pipelining"). After the first that fails the server passes over all others, so a COMMIT
 * at the end is reached only when everything before it went well.
 */
class PipelinedRun implements pg.Submittable {
  private error: Error | null = null;

  constructor(
    private readonly statements: readonly PipelinedStatement[],
    private readonly ended: (error: Error | null) => void,
  ) {}

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    for (const { name, text, values, copyIn } of this.statements) {
      if (name === '') connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute({}, true);
      if (!copyIn) continue;
      stream.write(copyDataHead(copyIn.length));
      stream.write(copyIn);
      stream.write(COPY_DONE);
    }
    connection.sync();
    stream.uncork();
  }

  /** Called by the client when a statement has failed, or the connection has. */
  handleError(error: Error): void {
    this.error = error;
    this.ended(error);
  }

  handleReadyForQuery(): void {
    if (!this.error) this.ended(null);
  }

  // What the server says in between tells nothing that is needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}

/**
 * Runs statements in one round trip. The data of a COPY must stay unchanged until it resolves. Rejects with the driver's error
 * of the first that failed; a transaction begun in it is then to be rolled back by the caller.
 */
export function pipelined(client: pg.Client, statements: readonly PipelinedStatement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new PipelinedRun(statements, (error) => (error ? reject(error) : resolve())));
  });
}
