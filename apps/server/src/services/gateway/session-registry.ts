import type { DeviceLink } from './device-link.ts';

/** Which live connection speaks for a device. A new stream connection of the same device takes the place of the old one. */
export class SessionRegistry {
  private readonly links = new Map<string, DeviceLink>();

  get size(): number {
    return this.links.size;
  }

  /** Links that speak for a device; one that carries several comes once for each. */
  all(): Iterable<DeviceLink> {
    return this.links.values();
  }

  find(deviceId: string): DeviceLink | undefined {
    return this.links.get(deviceId);
  }

  /** Returns the link that spoke for the device until now, if it was another. */
  bind(deviceId: string, link: DeviceLink): DeviceLink | null {
    const before = this.links.get(deviceId);
    if (before === link) return null;
    this.links.set(deviceId, link);
    return before ?? null;
  }

  unbind(deviceId: string, link: DeviceLink): void {
    if (this.links.get(deviceId) === link) this.links.delete(deviceId);
  }
}
