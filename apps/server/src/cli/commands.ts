/** What `sightline` can do. A command is loaded only when it is called: `decode` needs no database driver. */
export interface CommandDefinition {
  readonly summary: string;
  readonly usage: string;
  /** The settings of the server belong to its flags. */
  readonly takesSettings: boolean;
  /** Gives the function that does it: arguments in, exit code out. */
  readonly load: () => Promise<(args: readonly string[]) => Promise<number>>;
}

export const COMMANDS: Readonly<Record<string, CommandDefinition>> = {
  serve: {
    summary: 'run the platform (what `npm start` does after building)',
    usage: 'serve [flags]',
    takesSettings: true,
    load: async () => (await import('./serve.ts')).serve,
  },
  decode: {
    summary: 'look at device frames: JSON lines in, JSON lines out',
    usage: `decode <protocol> < frames.jsonl

  A line in:  {"id": 1, "frameKind": "hex", "frame": "7e0002...", "session"?: "a", "setup"?: {...}}
  A line out: {"id": 1, "messages": [...], "replies": ["7e8001..."], "uniqueId"?, "positions": [...], "error"?}
  Lines with the same session share one protocol session. Protocols: jt808, gt06, teltonika.`,
    takesSettings: false,
    load: async () => (await import('./decode.ts')).decode,
  },
  simulate: {
    summary: 'put a load of simulated devices on a device port',
    usage: `simulate --protocol P --devices N --interval S [--host H] [--port N] [--tracks DIR] [--seconds T] [--ids]

  Prints sent, acknowledged, p50 and p99 acknowledgement latency as JSON. --ids only lists the device ids it would use.`,
    takesSettings: false,
    load: async () => (await import('./simulate.ts')).simulateCommand,
  },
  migrate: {
    summary: 'bring the database to the newest schema',
    usage: 'migrate [flags]',
    takesSettings: true,
    load: async () => (await import('./database-commands.ts')).migrateCommand,
  },
  seed: {
    summary: 'fill an empty database with the demonstration world',
    usage: 'seed [flags]',
    takesSettings: true,
    load: async () => (await import('./database-commands.ts')).seedCommand,
  },
  'create-owner': {
    summary: 'create the login of the platform owner',
    usage: 'create-owner [--owner-account NAME --owner-password WORD] [flags]   (asks for what is not given)',
    takesSettings: true,
    load: async () => (await import('./database-commands.ts')).createOwnerCommand,
  },
  status: {
    summary: 'say what a running platform and its database look like',
    usage: 'status [flags]',
    takesSettings: true,
    load: async () => (await import('./status.ts')).status,
  },
};
