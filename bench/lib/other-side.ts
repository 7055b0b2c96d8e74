import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SIDE_ARGUMENT = '--side=';

/** The part that this process plays, or null in the process that was started by hand. */
export const sideName = (): string | null => process.argv.find((arg) => arg.startsWith(SIDE_ARGUMENT))?.slice(SIDE_ARGUMENT.length) ?? null;

/**
 * A bench's own bundle in a process of its own, with as many open files as the system allows and `gc` exposed. One task at a
 * time.
 */
export class OtherSide {
  private readonly child: ChildProcess;

  constructor(bundleUrl: string, side: string, execArgv: readonly string[] = []) {
    const raise = 'ulimit -n "$(ulimit -Hn)" 2>/dev/null; exec "$0" "$@"';
    this.child = spawn(
      'bash',
      ['-c', raise, process.execPath, '--expose-gc', ...execArgv, fileURLToPath(bundleUrl), `${SIDE_ARGUMENT}${side}`],
      {
        stdio: ['ignore', 2, 2, 'ipc'],
      },
    );
  }

  /** Resolves with the answer of the other side; rejects when it ends instead. */
  ask<T>(task: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const failed = (code: number | null): void => reject(new Error(`the other side ended with ${code}`));
      this.child.once('exit', failed);
      this.child.once('message', (answer) => {
        this.child.off('exit', failed);
        resolve(answer as T);
      });
      this.child.send(task as object);
    });
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await ended;
  }
}

/** The other side: answers each task with what `work` makes of it, and ends after `close` when its parent is gone. */
export function serveTasks<Task>(work: (task: Task) => Promise<unknown>, close: () => Promise<void> = () => Promise.resolve()): void {
  process.on('message', (task) => {
    work(task as Task).then(
      (answer) => process.send?.(answer ?? null),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => void close().finally(() => process.exit(0)));
}
