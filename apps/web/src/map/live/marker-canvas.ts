import type { Camera } from './camera.ts';

/** The canvas reaches this far beyond each edge of the map, px: so far the map may be dragged before anything is painted. */
export const MARGIN_PX = 96;

/**
 * The canvas of markers. While the map is dragged it is moved as a whole, which costs the main thread one style; it is painted
 * when its content has changed, when the zoom has, or when the map was dragged beyond its margin.
 */
export class MarkerCanvas {
  /** By how much the picture has been moved since it was painted, px. */
  shiftX = 0;
  shiftY = 0;
  private painted: Camera | null = null;
  private pixelRatio = 0;

  constructor(private readonly element: HTMLCanvasElement) {
    Object.assign(element.style, { inset: 'auto', left: `${-MARGIN_PX}px`, top: `${-MARGIN_PX}px`, willChange: 'transform' });
  }

  /** Moves the picture to where the camera now looks; false when it has to be painted instead. */
  follow(camera: Camera): boolean {
    const { painted } = this;
    if (painted === null || painted.scale !== camera.scale || this.pixelRatio !== devicePixelRatio) return false;
    if (painted.width !== camera.width || painted.height !== camera.height) return false;
    const x = (painted.centreX - camera.centreX) * camera.scale;
    const y = (painted.centreY - camera.centreY) * camera.scale;
    if (Math.abs(x) > MARGIN_PX || Math.abs(y) > MARGIN_PX) return false;
    this.move(x, y);
    return true;
  }

  /** An empty canvas whose origin is the map's corner, in CSS px; null when the browser gives no context. */
  begin(camera: Camera): CanvasRenderingContext2D | null {
    const ratio = devicePixelRatio;
    const cssWidth = camera.width + 2 * MARGIN_PX;
    const cssHeight = camera.height + 2 * MARGIN_PX;
    const width = Math.round(cssWidth * ratio);
    const height = Math.round(cssHeight * ratio);
    if (this.element.width !== width || this.element.height !== height) {
      this.element.width = width;
      this.element.height = height;
      Object.assign(this.element.style, { width: `${cssWidth}px`, height: `${cssHeight}px` });
    }
    const context = this.element.getContext('2d');
    if (context === null) return null;
    this.painted = camera;
    this.pixelRatio = ratio;
    this.move(0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, cssWidth, cssHeight);
    context.translate(MARGIN_PX, MARGIN_PX);
    return context;
  }

  /** Whole pixels of the screen: in between everything would blur. */
  private move(x: number, y: number): void {
    const shiftX = Math.round(x * devicePixelRatio) / devicePixelRatio;
    const shiftY = Math.round(y * devicePixelRatio) / devicePixelRatio;
    if (shiftX === this.shiftX && shiftY === this.shiftY) return;
    this.shiftX = shiftX;
    this.shiftY = shiftY;
    this.element.style.transform = `translate(${shiftX}px, ${shiftY}px)`;
  }
}
