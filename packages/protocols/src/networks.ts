import type { AttributeValue } from '@sightline/domain';

/** A mobile cell as heard by a device. `rssi` in dBm where the device tells it. */
export interface CellTower {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cid: number;
  readonly rssi?: number;
}

/** A WIFI access point: `mac` as lower-case `aa:bb:cc:dd:ee:ff`, `rssi` in dBm. */
export interface WifiAccessPoint {
  readonly mac: string;
  readonly rssi?: number;
}

/**
 * The value of the `networks` attribute: JSON `{"cells": CellTower[], "wifi": WifiAccessPoint[]}` (empty lists left
 * out), what a location service needs to place a record that has no coordinates. Repeated cells are kept once.
 */
export function networksAttribute(cells: readonly CellTower[], wifi: readonly WifiAccessPoint[]): AttributeValue {
  const unique = cells.length > 1 ? cells.filter((cell, i) => cells.findIndex((other) => sameCell(cell, other)) === i) : cells;
  return JSON.stringify({
    ...(unique.length > 0 && { cells: unique }),
    ...(wifi.length > 0 && { wifi }),
  });
}

const sameCell = (a: CellTower, b: CellTower): boolean => a.cid === b.cid && a.lac === b.lac && a.mnc === b.mnc && a.mcc === b.mcc;

/** `aa:bb:cc:dd:ee:ff` of six octets. */
export function macText(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += (out === '' ? '' : ':') + (b < 16 ? '0' : '') + b.toString(16);
  return out;
}

/** Devices send signal strength either as a signed byte or as the amount below zero; both mean dBm. */
export function dbm(byte: number): number {
  return byte > 127 ? byte - 256 : byte === 0 ? 0 : -byte;
}
