import type { SessionMemory } from '@sightline/protocols';

/** The octets that all connections hold back. */
export class HeldMemory {
  held = 0;
  constructor(readonly max: number) {}
}

/** The share of one connection: little until it has spoken for a registered device. */
export class LinkMemory implements SessionMemory {
  private held = 0;
  identified = false;

  constructor(
    private readonly all: HeldMemory,
    private readonly maxUnidentified: number,
  ) {}

  take(octets: number): boolean {
    if (this.all.held + octets > this.all.max) return false;
    if (!this.identified && this.held + octets > this.maxUnidentified) return false;
    this.add(octets);
    return true;
  }

  /** For what is here already, whatever the bounds. */
  add(octets: number): void {
    this.held += octets;
    this.all.held += octets;
  }

  give(octets: number): void {
    this.add(-Math.min(octets, this.held));
  }

  /** The connection has ended. */
  release(): void {
    this.give(this.held);
  }
}
