// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { covers, type Camera } from './camera.ts';
import { MARGIN_PX, MarkerCanvas } from './marker-canvas.ts';

const camera: Camera = { centreX: 0.5, centreY: 0.5, scale: 1000, zoom: 1, width: 400, height: 300 };
const moved = (px: number, py: number): Camera => ({ ...camera, centreX: 0.5 + px / 1000, centreY: 0.5 + py / 1000 });

describe('MarkerCanvas', () => {
  let element: HTMLCanvasElement;
  let canvas: MarkerCanvas;
  beforeEach(() => {
    element = document.createElement('canvas');
    const context = { setTransform: () => undefined, clearRect: () => undefined, translate: () => undefined };
    vi.spyOn(element, 'getContext').mockReturnValue(context as never);
    canvas = new MarkerCanvas(element);
  });

  it('has to be painted first', () => {
    expect(canvas.follow(camera)).toBe(false);
  });

  it('is moved against a drag, and back in place when it is painted', () => {
    canvas.begin(camera);
    expect(canvas.follow(moved(30, -20))).toBe(true);
    expect([canvas.shiftX, canvas.shiftY]).toEqual([-30, 20]);
    expect(element.style.transform).toBe('translate(-30px, 20px)');
    canvas.begin(moved(30, -20));
    expect([canvas.shiftX, canvas.shiftY]).toEqual([0, 0]);
  });

  it('has to be painted again beyond its margin, after a zoom and after another size', () => {
    canvas.begin(camera);
    expect(canvas.follow(moved(MARGIN_PX - 1, 0))).toBe(true);
    expect(canvas.follow(moved(MARGIN_PX + 1, 0))).toBe(false);
    expect(canvas.follow(moved(0, -MARGIN_PX - 1))).toBe(false);
    expect(canvas.follow({ ...camera, scale: 1001 })).toBe(false);
    expect(canvas.follow({ ...camera, width: 401 })).toBe(false);
  });
});

describe('covers', () => {
  const outer = { west: 0, east: 1, north: 0, south: 1, zoom: 5.2 };

  it('is true inside and at the same whole zoom alone', () => {
    expect(covers(outer, { west: 0.1, east: 0.9, north: 0.1, south: 0.9, zoom: 5.9 })).toBe(true);
    expect(covers(outer, { west: 0.1, east: 0.9, north: 0.1, south: 0.9, zoom: 6 })).toBe(false);
    expect(covers(outer, { west: -0.1, east: 0.9, north: 0.1, south: 0.9, zoom: 5.2 })).toBe(false);
    expect(covers(outer, { west: 0.1, east: 0.9, north: 0.1, south: 1.1, zoom: 5.2 })).toBe(false);
  });
});
