import { statfsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

const MIB = 1024 * 1024;
/** Parallel queries and parallel index builds take their memory from there; Docker gives 64 MiB by default. */
const ENOUGH_SHARED_MEMORY = 512 * MIB;

export interface MachineSize {
  readonly memoryBytes: number;
  readonly cores: number;
  readonly sharedMemoryBytes: number;
}

/** What this process may use: the container's limit where there is one, else the machine's. */
export function machineSize(): MachineSize {
  const limit = process.constrainedMemory();
  let sharedMemoryBytes = 0;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    sharedMemoryBytes = bavail * bsize;
  } catch {
    // not there: as good as none
  }
  return {
    // 0 or an absurd number = no limit
    memoryBytes: limit > 0 && limit < totalmem() ? limit : totalmem(),
    cores: availableParallelism(),
    sharedMemoryBytes,
  };
}

/** Safe to lose: a test's server. Commits do not wait for the disk, and a crash of the machine destroys the data. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' };
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_compression: 'on' };

/**
 * Settings given on the command line, so that a data folder never carries them along. The program itself needs memory
 * beside the server: an eighth of the machine for the shared buffers, the rest to the operating system's cache.
 */
export function serverSettings(machine: MachineSize, volatile: boolean): Record<string, string> {
  const mib = (bytes: number, min: number, max: number): string => `${Math.min(max, Math.max(min, Math.floor(bytes / MIB)))}MB`;
  return {
    listen_addresses: '',
    shared_buffers: mib(machine.memoryBytes / 8, 64, 1024),
    effective_cache_size: mib(machine.memoryBytes / 2, 256, 16_384),
    maintenance_work_mem: mib(machine.memoryBytes / 32, 32, 256),
    work_mem: mib(machine.memoryBytes / 256, 4, 32),
    max_connections: '100',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    max_parallel_workers_per_gather: machine.cores > 2 ? '2' : '1',
    // Queries here are short or stream; compiling them costs more than it brings.
    jit: 'off',
    dynamic_shared_memory_type: machine.sharedMemoryBytes < ENOUGH_SHARED_MEMORY ? 'mmap' : 'posix',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Statements carry personal data; they have no place in a log.
    log_min_error_statement: 'panic',
    ...(volatile ? VOLATILE : DURABLE),
  };
}
