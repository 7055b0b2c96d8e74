import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface TestFtpServer {
  readonly port: number;
  /** Lines that clients have said, with the password. */
  readonly said: string[];
  /** Files by the folder and name under which they came; removed ones are not there. */
  readonly files: Map<string, Buffer>;
  /** Answers with these codes instead: `{ STOR: 550 }`. */
  readonly refusals: Map<string, number>;
  stop(): Promise<void>;
}

/** A small FTP server of somebody else, with one account. */
export async function startTestFtpServer(account: string, password: string): Promise<TestFtpServer> {
  const said: string[] = [];
  const files = new Map<string, Buffer>();
  const refusals = new Map<string, number>();
  const open = new Set<Socket | Server>();
  const server = createServer((socket) => {
    open.add(socket);
    let text = '';
    let user = '';
    let folder = '/';
    let data: Promise<Buffer> | null = null;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    say('220-A server\r\n220 of somebody else');
    const answer = async (name: string, rest: string): Promise<void> => {
      const refusal = refusals.get(name);
      if (refusal !== undefined) return say(`${refusal} No`);
      switch (name) {
        case 'USER':
          user = rest;
          return say('331 Password');
        case 'PASS':
          return say(user === account && rest === password ? '230 In' : '530 Wrong');
        case 'TYPE':
          return say('200 Good');
        case 'CWD':
          folder = rest;
          return say('250 Good');
        case 'SIZE':
          return say('550 None');
        case 'PASV': {
          const offer = createServer();
          open.add(offer);
          data = new Promise((resolve) => {
            offer.on('connection', (one) => {
              const parts: Buffer[] = [];
              one.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
              one.on('error', () => undefined);
              offer.close();
            });
          });
          await new Promise<void>((resolve) => offer.listen(0, '127.0.0.1', resolve));
          const { port } = offer.address() as AddressInfo;
          // Another machine: a client that believes it is led away.
          return say(`227 Entering Passive Mode (10,0,0,1,${port >> 8},${port & 255}).`);
        }
        case 'STOR':
          say('150 Send');
          files.set(`${folder}/${rest}`, await data!);
          return say('226 Done');
        case 'DELE':
          return say(files.delete(`${folder}/${rest}`) ? '250 Gone' : '550 None');
        case 'QUIT':
          return void socket.end('221 Goodbye\r\n');
        default:
          return say('502 Not here');
      }
    };
    let work = Promise.resolve();
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        said.push(line);
        const [, name = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
        work = work.then(() => answer(name, rest));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    said,
    files,
    refusals,
    stop: async () => {
      for (const one of open)
        if ('destroy' in one) one.destroy();
        else one.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
