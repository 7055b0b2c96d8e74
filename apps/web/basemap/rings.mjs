/**
 * Rings of world-atlas are stitched across the antimeridian. Planar tilers need continuous longitudes, so each ring is
 * unwrapped; what passes 180 degrees is wrapped again by the tiler.
 */
const unwrapLine = (line) => {
  let shift = 0;
  return line.map(([lon, lat], i) => {
    if (i > 0) {
      const step = lon - line[i - 1][0];
      if (step > 180) shift -= 360;
      else if (step < -180) shift += 360;
    }
    return [lon + shift, lat];
  });
};

/** A ring that does not close after unwrapping goes round a pole (Antarctica): it is closed along that pole. */
const unwrapRing = (ring) => {
  const line = unwrapLine(ring);
  const first = line[0];
  const last = line.at(-1);
  if (Math.abs(last[0] - first[0]) <= 1) return line;
  const pole = first[1] < 0 ? -90 : 90;
  return [...line, [last[0], pole], [first[0], pole], first];
};

/** A geometry of the world's outline with continuous longitudes. */
export const unwrapGeometry = (geometry) => {
  switch (geometry.type) {
    case 'Polygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map(unwrapRing) };
    case 'MultiPolygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map((polygon) => polygon.map(unwrapRing)) };
    case 'MultiLineString':
      return { type: geometry.type, coordinates: geometry.coordinates.map(unwrapLine) };
    default:
      throw new TypeError(`no outline: ${geometry.type}`);
  }
};

/** Area of a ring in square degrees. */
export const ringArea = (ring) => {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) sum += (ring[j][0] - ring[i][0]) * (ring[j][1] + ring[i][1]);
  return Math.abs(sum / 2);
};

/** Distance to the polygon's edge, positive inside (even-odd rule). */
const depth = (polygon, x, y) => {
  let inside = false;
  let nearest = Infinity;
  for (const ring of polygon) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i];
      const [bx, by] = ring[j];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      const dx = bx - ax;
      const dy = by - ay;
      const length2 = dx * dx + dy * dy;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length2));
      nearest = Math.min(nearest, (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2);
    }
  }
  return inside ? nearest : -nearest;
};

const STEPS = 12;
const ROUNDS = 5;

/** The point deepest inside a polygon, by a grid that is refined around its best cell: where its name is written. */
export const labelPoint = (polygon) => {
  let west = Infinity;
  let east = -Infinity;
  let south = Infinity;
  let north = -Infinity;
  for (const [lon, lat] of polygon[0]) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  let best = { x: (west + east) / 2, y: (south + north) / 2, depth: -Infinity };
  let width = east - west;
  let height = north - south;
  let centre = best;
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i <= STEPS; i++) {
      for (let j = 0; j <= STEPS; j++) {
        const x = centre.x + width * (i / STEPS - 0.5);
        const y = centre.y + height * (j / STEPS - 0.5);
        const d = depth(polygon, x, y);
        if (d > best.depth) best = { x, y, depth: d };
      }
    }
    centre = best;
    width *= 2.5 / STEPS;
    height *= 2.5 / STEPS;
  }
  return [Number(best.x.toFixed(3)), Number(best.y.toFixed(3))];
};
