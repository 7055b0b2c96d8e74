/** What cameras may send over. */
export type MediaTransport = 'tcp' | 'udp' | 'both';

/** Where cameras are told to connect to. */
export interface MediaAddress {
  readonly host: string;
  readonly port: number;
  readonly transport: MediaTransport;
}

/** As requests for streams have it; a port of 0 is none (JT/T 1078-2016 tables 17 and 23). */
export const addressFields = ({ host, port, transport }: MediaAddress): { address: string; tcpPort: number; udpPort: number } => ({
  address: host,
  tcpPort: transport === 'udp' ? 0 : port,
  udpPort: transport === 'tcp' ? 0 : port,
});
