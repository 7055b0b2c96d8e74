import type pg from 'pg';

/** One statement of a {@link pipelined} run. */
export interface PipelinedStatement {
  /** The connection parses the text once and knows it by this name from then on. */
  readonly name: string;
  readonly text: string;
  /** Text or, in a Buffer, the binary format of the parameter's type. */
  readonly values: readonly (string | Buffer)[];
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
  private connection: pg.Connection | null = null;
  private readonly parsing: string[] = [];
  /** Told one by one: behind a statement that fails nothing is parsed either. */
  private readonly parsed = (): void => {
    const name = this.parsing.shift();
    if (name !== undefined) this.known.add(name);
  };

  constructor(
    private readonly statements: readonly PipelinedStatement[],
    private readonly known: Set<string>,
    private readonly ended: (error: Error | null) => void,
  ) {}

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    this.connection = connection;
    connection.on('parseComplete', this.parsed);
    stream.cork();
    for (const { name, text, values, copyIn } of this.statements) {
      if (!this.known.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        this.parsing.push(name);
      }
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
    this.connection?.off('parseComplete', this.parsed);
    this.ended(error);
  }

  handleReadyForQuery(): void {
    if (this.error) return;
    this.connection?.off('parseComplete', this.parsed);
    this.ended(null);
  }

  // What the server says in between tells nothing that is needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}

/** The names of statements that a connection knows. */
const KNOWN = new WeakMap<pg.Client, Set<string>>();

/**
 * Runs statements in one round trip. The data of a COPY must stay unchanged until it resolves. Rejects with the driver's error
 * of the first that failed; a transaction begun in it is then to be rolled back by the caller.
 */
export function pipelined(client: pg.Client, statements: readonly PipelinedStatement[]): Promise<void> {
  let known = KNOWN.get(client);
  if (!known) KNOWN.set(client, (known = new Set()));
  const names = known;
  return new Promise((resolve, reject) => {
    client.query(new PipelinedRun(statements, names, (error) => (error ? reject(error) : resolve())));
  });
}
