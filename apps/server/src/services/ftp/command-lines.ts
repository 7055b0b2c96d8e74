/** RFC 959 has no bound; a path and a command fit into this. */
const MAX_LINE_BYTES = 512;
const LF = 0x0a;
const CR = 0x0d;
/** Telnet (RFC 854): what follows is a command; 251 to 254 carry an option. Clients send some in front of ABOR. */
const IAC = 0xff;
const WILL = 251;

/** `null`: a line that was too long, of which nothing is kept. */
export type CommandLine = string | null;

/** Cuts the control connection into lines (RFC 959 §4, RFC 2640): UTF-8 where it is, else Latin-1. Holds back one bounded line at most. */
export class CommandLines {
  private readonly line = new Uint8Array(MAX_LINE_BYTES);
  private length = 0;
  private telnet: 'no' | 'command' | 'option' = 'no';

  push(chunk: Uint8Array): CommandLine[] {
    const lines: CommandLine[] = [];
    for (const octet of chunk) {
      if (this.isTelnet(octet)) continue;
      if (octet === LF) lines.push(this.take());
      // One more than there is room for: the line is over-long until it ends.
      else if (this.length < MAX_LINE_BYTES) this.line[this.length++] = octet;
      else this.length = MAX_LINE_BYTES + 1;
    }
    return lines;
  }

  private isTelnet(octet: number): boolean {
    if (this.telnet === 'no') {
      if (octet !== IAC) return false;
      this.telnet = 'command';
    } else if (this.telnet === 'command' && octet >= WILL && octet < IAC) this.telnet = 'option';
    else this.telnet = 'no';
    return true;
  }

  private take(): CommandLine {
    const { length } = this;
    this.length = 0;
    if (length > MAX_LINE_BYTES) return null;
    const bytes = this.line.subarray(0, length > 0 && this.line[length - 1] === CR ? length - 1 : length);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder('latin1').decode(bytes);
    }
  }
}
