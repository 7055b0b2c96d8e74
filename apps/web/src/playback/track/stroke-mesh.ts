/** Numbers of a corner: both ends of its stroke and the speed class. */
export const CORNER_FLOATS = 5;
const CORNERS = 4;

/**
 * Strokes as the graphics card takes them: four corners each, `[ax, ay, bx, by, class]`, which the vertex shader moves apart by
 * the width of the line.
 */
export const meshOf = (strokes: Float32Array, kinds: Uint8Array): Float32Array => {
  const mesh = new Float32Array(kinds.length * CORNERS * CORNER_FLOATS);
  let at = 0;
  for (let i = 0; i < kinds.length; i++) {
    for (let corner = 0; corner < CORNERS; corner++) {
      for (let k = 0; k < 4; k++) mesh[at++] = strokes[i * 4 + k] as number;
      mesh[at++] = kinds[i] as number;
    }
  }
  return mesh;
};

/** Strokes of a mesh. */
export const strokesIn = (mesh: Float32Array): number => mesh.length / (CORNERS * CORNER_FLOATS);

/** Two triangles for each of so many strokes. */
export const trianglesOf = (strokes: number): Uint32Array => {
  const indices = new Uint32Array(strokes * 6);
  for (let i = 0; i < strokes; i++) {
    const first = i * CORNERS;
    indices.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], i * 6);
  }
  return indices;
};
