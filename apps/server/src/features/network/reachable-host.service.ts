import { lookup } from 'node:dns/promises';
import { BlockList, isIPv4 } from 'node:net';

/** Not for the whole internet (IANA special-purpose address registries): private, shared, documentation, benchmarks, relays of IPv6. */
const PRIVATE: readonly (readonly [network: string, prefix: number])[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
];
/** Never: nothing, the link (where clouds answer with their secrets), groups, broadcast. */
const NEVER: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const blockList = (networks: typeof PRIVATE): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, 'ipv4');
  return list;
};
const NEVER_LIST = blockList(NEVER);
const PRIVATE_LIST = blockList([...PRIVATE, ...NEVER]);

/** Whether this process may be sent to an IPv4 address that somebody outside has named. */
export const mayConnect = (address: string, privateAllowed: boolean): boolean =>
  isIPv4(address) && !(privateAllowed ? NEVER_LIST : PRIVATE_LIST).check(address, 'ipv4');

/**
 * The address to connect to for a host that a person has named; connect to this and not to the name, which may lead elsewhere a moment later. IPv4 only, as
 * cameras are. Every address of the name must be allowed.
 */
export async function reachableHost(host: string, privateAllowed: boolean): Promise<string | 'unknownHost' | 'notAllowed'> {
  const found = await lookup(host, { family: 4, all: true }).catch(() => []);
  const [first] = found;
  if (!first) return 'unknownHost';
  return found.every(({ address }) => mayConnect(address, privateAllowed)) ? first.address : 'notAllowed';
}
