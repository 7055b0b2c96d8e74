import { SPEED_CLASSES } from '@sightline/domain';

/** A stroke is a rectangle around both ends; the fragment's distance to the line between them makes round ends and joints. */
const VERTEX = `#version 300 es
in vec4 ends;
in float kind;
uniform vec2 half_size;
uniform vec2 shift;
uniform float factor;
uniform float radius;
uniform vec4 casing;
uniform vec3 colours[${SPEED_CLASSES.length}];
out vec2 place;
flat out float span;
flat out vec3 colour;
void main() {
  vec2 a = ends.xy * factor + shift;
  vec2 b = ends.zw * factor + shift;
  vec2 way = b - a;
  span = length(way);
  vec2 along = span > 0.0 ? way / span : vec2(1.0, 0.0);
  float reach = radius + 1.0;
  int corner = gl_VertexID & 3;
  float side = (corner & 1) == 0 ? -reach : reach;
  float ahead = corner < 2 ? -reach : span + reach;
  vec2 at = a + along * ahead + vec2(-along.y, along.x) * side;
  place = vec2(ahead, side);
  colour = casing.a > 0.0 ? casing.rgb : colours[int(kind)];
  gl_Position = vec4(at.x / half_size.x, -at.y / half_size.y, 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
flat in float span;
flat in vec3 colour;
uniform float radius;
uniform float density;
out vec4 ink;
void main() {
  float away = length(vec2(place.x - clamp(place.x, 0.0, span), place.y));
  float cover = clamp((radius - away) * density + 0.5, 0.0, 1.0);
  ink = vec4(colour, 1.0) * cover;
}`;

const UNIFORMS = ['half_size', 'shift', 'factor', 'radius', 'density', 'casing', 'colours'] as const;

export interface StrokeProgram {
  readonly program: WebGLProgram;
  /** Places of the attributes. */
  readonly ends: number;
  readonly kind: number;
  /** Half the size of the map, px. */
  readonly half: WebGLUniformLocation | null;
  /** From the middle of the map to the middle of the view that the strokes were made for, px. */
  readonly shift: WebGLUniformLocation | null;
  /** Pixels of now to a pixel of that view. */
  readonly factor: WebGLUniformLocation | null;
  /** Half the width of the line, px. */
  readonly radius: WebGLUniformLocation | null;
  /** Device pixels to a px. */
  readonly density: WebGLUniformLocation | null;
  /** One colour for everything when its alpha is not 0. */
  readonly casing: WebGLUniformLocation | null;
  readonly colours: WebGLUniformLocation | null;
}

/** Red, green and blue of `#rrggbb`, 0 to 1. */
export const rgbOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** Throws with the driver's words when the program cannot be built; a context that is lost builds nothing and says so itself. */
export const buildProgram = (gl: WebGL2RenderingContext): StrokeProgram => {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`track lines: ${gl.getProgramInfoLog(program) ?? ''}`);
  const [half, shift, factor, radius, density, casing, colours] = UNIFORMS.map((name) => gl.getUniformLocation(program, name));
  const place = (location: WebGLUniformLocation | null | undefined): WebGLUniformLocation | null => location ?? null;
  return {
    program,
    ends: gl.getAttribLocation(program, 'ends'),
    kind: gl.getAttribLocation(program, 'kind'),
    half: place(half),
    shift: place(shift),
    factor: place(factor),
    radius: place(radius),
    density: place(density),
    casing: place(casing),
    colours: place(colours),
  };
};
