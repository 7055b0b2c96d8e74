import { SPEED_CLASSES } from '@sightline/domain';
import type { CustomLayerInterface, Map as LibraryMap } from 'maplibre-gl';
import { cameraOf } from '../../map/live/camera.ts';
import { scaleOf } from '../../map/mercator.ts';
import type { TrackView } from './geometry.ts';
import { CORNER_FLOATS, strokesIn, trianglesOf } from './stroke-mesh.ts';
import { buildProgram, rgbOf, type StrokeProgram } from './stroke-program.ts';

const FLOAT_BYTES = 4;
/** Widths of the line and of the casing below it in px, at zoom 6 and at zoom 14 of the library. */
const LINE_PX = [2, 5] as const;
const CASING_PX = [4, 9] as const;
/** How much of the casing is the device's colour, the rest is paper. It is opaque: strokes overlap where they meet. */
const CASING_SHARE = 0.6;
const PAPER = { light: [1, 1, 1], dark: [0.07, 0.09, 0.12] } as const;

const widthAt = ([far, near]: readonly [number, number], zoom: number): number =>
  far + (near - far) * Math.max(0, Math.min(1, (zoom - 6) / 8));

interface Part {
  readonly deviceId: string;
  readonly offset: number;
  readonly view: TrackView;
  readonly strokes: number;
  readonly buffer: WebGLBuffer;
  readonly array: WebGLVertexArrayObject;
}

/**
 * Draws strokes with a colour for each speed class and a casing in the device's colour. Each part of a track is one buffer:
 * what has been handed over stays on the graphics card until its view is gone.
 */
export class StrokeLayer implements CustomLayerInterface {
  readonly type = 'custom';
  colours: ReadonlyMap<string, string> = new Map();
  theme: 'light' | 'dark' = 'light';
  private readonly parts = new Map<string, Part>();
  private map: LibraryMap | null = null;
  private gl: WebGL2RenderingContext | null = null;
  private program: StrokeProgram | null = null;
  private triangles: WebGLBuffer | null = null;
  private room = 0;

  constructor(readonly id: string) {}

  onAdd(map: LibraryMap, gl: WebGL2RenderingContext): void {
    // A context that was lost took its buffers along.
    this.parts.clear();
    this.map = map;
    this.gl = gl;
    this.program = buildProgram(gl);
    this.triangles = gl.createBuffer();
    this.room = 0;
  }

  onRemove(): void {
    this.clear();
    if (this.program !== null) this.gl?.deleteProgram(this.program.program);
    this.gl?.deleteBuffer(this.triangles);
    this.gl = null;
  }

  /** Forgets everything that is drawn, or one device, or one part of it. */
  clear(deviceId?: string, offset?: number): void {
    for (const [key, part] of this.parts) {
      if (deviceId !== undefined && part.deviceId !== deviceId) continue;
      if (offset !== undefined && part.offset !== offset) continue;
      this.gl?.deleteBuffer(part.buffer);
      this.gl?.deleteVertexArray(part.array);
      this.parts.delete(key);
    }
  }

  /** Hands over the mesh of a part, made for a view. */
  add(deviceId: string, offset: number, view: TrackView, mesh: Float32Array): void {
    const { gl, program } = this;
    const strokes = strokesIn(mesh);
    if (gl === null || program === null || strokes === 0) return;
    const buffer = gl.createBuffer();
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, mesh, gl.STATIC_DRAW);
    const stride = CORNER_FLOATS * FLOAT_BYTES;
    gl.enableVertexAttribArray(program.ends);
    gl.vertexAttribPointer(program.ends, 4, gl.FLOAT, false, stride, 0);
    gl.enableVertexAttribArray(program.kind);
    gl.vertexAttribPointer(program.kind, 1, gl.FLOAT, false, stride, 4 * FLOAT_BYTES);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.triangles);
    if (strokes > this.room) {
      this.room = Math.max(strokes, this.room * 2);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, trianglesOf(this.room), gl.STATIC_DRAW);
    }
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    this.parts.set(`${deviceId}:${offset}`, { deviceId, offset, view, strokes, buffer, array });
  }

  render(gl: WebGL2RenderingContext): void {
    const { program, map } = this;
    if (program === null || map === null || this.parts.size === 0) return;
    const camera = cameraOf(map);
    gl.useProgram(program.program);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniform2f(program.half, camera.width / 2, camera.height / 2);
    gl.uniform1f(program.density, devicePixelRatio);
    gl.uniform3fv(
      program.colours,
      SPEED_CLASSES.flatMap(({ colour }) => rgbOf(colour)),
    );
    const draw = (part: Part): void => {
      const { view } = part;
      const shiftX = (view.west + view.east) / 2 - camera.centreX;
      // The camera may have gone around the world since.
      gl.uniform2f(
        program.shift,
        (shiftX - Math.round(shiftX)) * camera.scale,
        ((view.north + view.south) / 2 - camera.centreY) * camera.scale,
      );
      gl.uniform1f(program.factor, camera.scale / scaleOf(view.zoom));
      gl.bindVertexArray(part.array);
      gl.drawElements(gl.TRIANGLES, part.strokes * 6, gl.UNSIGNED_INT, 0);
    };
    gl.uniform1f(program.radius, widthAt(CASING_PX, camera.zoom) / 2);
    const paper = PAPER[this.theme];
    for (const part of this.parts.values()) {
      const [r, g, b] = rgbOf(this.colours.get(part.deviceId) ?? '#7048e8').map(
        (value, i) => value * CASING_SHARE + (paper[i] as number) * (1 - CASING_SHARE),
      );
      gl.uniform4f(program.casing, r ?? 0, g ?? 0, b ?? 0, 1);
      draw(part);
    }
    gl.uniform1f(program.radius, widthAt(LINE_PX, camera.zoom) / 2);
    gl.uniform4f(program.casing, 0, 0, 0, 0);
    for (const part of this.parts.values()) draw(part);
    gl.bindVertexArray(null);
  }
}
