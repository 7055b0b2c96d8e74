import { settingsHelp } from '@sightline/runtime';
import { COMMANDS } from './commands.ts';

/** The help text: of one command, or the list of all with every setting. */
export function help(name?: string): string {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (command) {
    const settings = command.takesSettings ? `\nSettings: flag, environment, meaning [default]\n${settingsHelp()}\n` : '';
    return `sightline ${command.usage}\n\n${command.summary}\n${settings}`;
  }
  const width = Math.max(...Object.keys(COMMANDS).map((n) => n.length));
  const list = Object.entries(COMMANDS).map(([n, c]) => `  ${n.padEnd(width)}  ${c.summary}`);
  return `sightline <command> [flags]\n\n${list.join('\n')}\n\nsightline <command> --help says more.\n\nSettings: flag, environment, meaning [default]\n${settingsHelp()}\n`;
}
