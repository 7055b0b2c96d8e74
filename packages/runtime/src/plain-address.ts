/** An address of a socket of both kinds without the prefix of IPv4: the same machine has the same address. */
export const plainAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
