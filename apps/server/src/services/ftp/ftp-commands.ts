import { plainAddress } from '@sightline/runtime';
import { isIPv4 } from 'node:net';
import type { FtpSession, Reply } from './ftp-session.ts';
import { list, store } from './ftp-transfer.ts';
import { PassiveOffer } from './passive-ports.ts';
import type { UploadAccount } from './upload-account.ts';
import { virtualPath } from './virtual-path.ts';

/** Resolves with the answer; the connection may have been told to end behind it. */
type Command = (session: FtpSession, argument: string) => Reply | Promise<Reply>;
type SignedIn = (session: FtpSession, argument: string, account: UploadAccount) => Reply | Promise<Reply>;

/** What may be said before somebody has signed in. */
export const OPEN_COMMANDS: ReadonlySet<string> = new Set(['USER', 'PASS', 'QUIT', 'NOOP', 'FEAT', 'SYST', 'OPTS', 'HELP', 'AUTH', 'ABOR']);

export const TRANSFERS: ReadonlySet<string> = new Set(['STOR', 'APPE', 'LIST', 'NLST']);

const FEATURES = ['Features', 'EPSV', 'PASV', 'REST STREAM', 'SIZE', 'UTF8', 'End'];
const WRONG: Reply = [501, 'Not like that'];
const NO_NAME: Reply = [553, 'Not a name'];
const ok =
  (code: number, text: string): Command =>
  () => [code, text];
const signedIn =
  (run: SignedIn): Command =>
  (session, argument) =>
    session.account ? run(session, argument, session.account) : [530, 'Sign in first'];
/** One word of a few: everything else is said to be unknown. */
const only =
  (words: readonly string[]): Command =>
  (_session, argument) =>
    words.includes(argument.trim().toUpperCase()) ? [200, 'Good'] : [504, 'Not that'];
const quoted = (path: string): string => `"${path.replaceAll('"', '""')}"`;

const password: Command = (session, argument) => {
  const { host, user, peer } = session;
  if (session.account) return [202, 'Signed in already'];
  if (user === null) return [503, 'The name first'];
  session.user = null;
  const account = host.guard.isBarred(peer) ? null : host.accounts.find(user, argument);
  if (account && account.users.size >= host.limits.maxPerAccount) return [421, 'Too many connections of this account'];
  if (account) {
    session.signIn(account);
    return [230, 'Good'];
  }
  host.guard.failed(peer);
  if (++session.failures < host.limits.maxFailures) return [530, 'Wrong'];
  session.closeAfterReply();
  return [530, 'Wrong'];
};

/** A port for the next transfer; one that was offered before is taken back. */
async function offered(session: FtpSession): Promise<PassiveOffer | null> {
  const { host, peer } = session;
  session.passive?.close();
  session.passive = null;
  try {
    session.passive = await PassiveOffer.open(host.listenHost, host.passivePorts, peer, host.limits.dataConnectMs);
  } catch (error) {
    host.logger.warn({ err: error }, 'there is no port for a data connection');
  }
  return session.passive;
}

/** RFC 959 §4.1.2: four octets of address and two of port. */
const passive = signedIn(async (session) => {
  if (session.onlyExtended) return [501, 'EPSV was chosen'];
  const own = (await session.host.publicAddress()) ?? plainAddress(session.localAddress);
  if (!isIPv4(own)) return [425, 'EPSV, please'];
  const offer = await offered(session);
  if (!offer) return [425, 'No port is free'];
  return [227, `Entering Passive Mode (${own.replaceAll('.', ',')},${offer.port >> 8},${offer.port & 255})`];
});

/** RFC 2428 §3. */
const extendedPassive = signedIn(async (session, argument) => {
  const word = argument.trim().toUpperCase();
  if (word === 'ALL') {
    session.onlyExtended = true;
    return [200, 'Good'];
  }
  const family = isIPv4(plainAddress(session.localAddress)) ? '1' : '2';
  if (word !== '' && word !== family) return [522, `Not that family, use (${family})`];
  const offer = await offered(session);
  return offer ? [229, `Entering Extended Passive Mode (|||${offer.port}|)`] : [425, 'No port is free'];
});

/** Folders are names: there is every one that is entered. */
const enter = signedIn((session, argument) => {
  const path = virtualPath(session.folder, argument);
  if (path === null) return [550, 'Not a folder'];
  session.folder = path;
  return [250, 'Good'];
});
const make = signedIn((session, argument) => {
  const path = virtualPath(session.folder, argument);
  return path === null ? [550, 'Not a folder'] : [257, quoted(path)];
});
const where = signedIn(({ folder }) => [257, quoted(folder)]);
const listing = (long: boolean): Command =>
  signedIn((session, argument, account) => {
    // `-la` and the like belong to a program, not to the protocol.
    const given = argument.replace(/^-\S*\s*/, '');
    const path = given === '' ? session.folder : virtualPath(session.folder, given);
    return path === null ? NO_NAME : list(session, account, path, long);
  });
const storing = (from: (session: FtpSession) => number | 'end'): Command =>
  signedIn((session, argument, account) => {
    const path = virtualPath(session.folder, argument);
    return path === null || path === '/' ? NO_NAME : store(session, account, path, from(session));
  });

/** By name. What is not here is answered "not here": there is nothing to fetch or to delete, and no way out to other machines (PORT, EPRT). */
export const FTP_COMMANDS: Readonly<Record<string, Command>> = {
  USER: (session, argument) => {
    if (session.account) return [530, 'Signed in already'];
    session.user = argument;
    return [331, 'The password'];
  },
  PASS: password,
  QUIT: (session) => {
    session.closeAfterReply();
    return [221, 'Goodbye'];
  },
  NOOP: ok(200, 'Good'),
  SYST: ok(215, 'UNIX Type: L8'),
  FEAT: () => [211, ...FEATURES],
  HELP: ok(214, 'This server takes recordings of devices'),
  OPTS: (_session, argument) => (/^UTF-?8( ON)?$/i.test(argument.trim()) ? [200, 'Good'] : [501, 'No such option']),
  // Octets are never changed on their way, whatever their type is called.
  TYPE: (_session, argument) => (/^(?:[AI]( N)?|L 8)$/i.test(argument.trim()) ? [200, 'Good'] : [504, 'Not that']),
  STRU: only(['F']),
  MODE: only(['S']),
  ALLO: ok(202, 'Not needed'),
  PWD: where,
  XPWD: where,
  CWD: enter,
  XCWD: enter,
  CDUP: (session) => enter(session, '..'),
  XCUP: (session) => enter(session, '..'),
  MKD: make,
  XMKD: make,
  PASV: passive,
  EPSV: extendedPassive,
  PORT: ok(502, 'PASV or EPSV, please'),
  EPRT: ok(502, 'PASV or EPSV, please'),
  LIST: listing(true),
  NLST: listing(false),
  STOR: storing((session) => session.restAt),
  APPE: storing(() => 'end'),
  REST: signedIn((session, argument) => {
    if (!/^[0-9]{1,15}$/.test(argument)) return WRONG;
    session.restAt = Number(argument);
    return [350, 'From there'];
  }),
  SIZE: signedIn((session, argument, account) => {
    const file = account.files.get(virtualPath(session.folder, argument) ?? '');
    return file ? [213, String(file.sizeBytes)] : [550, 'No such file'];
  }),
  RNFR: signedIn((session, argument, account) => {
    const path = virtualPath(session.folder, argument);
    if (path === null || !account.files.has(path)) return [550, 'No such file'];
    session.renameFrom = path;
    return [350, 'And to'];
  }),
  RNTO: signedIn((session, argument, account) => {
    const path = virtualPath(session.folder, argument);
    if (session.renameFrom === null) return [503, 'From where first'];
    return path !== null && path !== '/' && account.rename(session.renameFrom, path) ? [250, 'Good'] : NO_NAME;
  }),
  ABOR: ok(226, 'Nothing runs'),
};
