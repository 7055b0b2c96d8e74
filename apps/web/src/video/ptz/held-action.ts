import { isTurning, type PtzAction } from '@sightline/domain';

/** A camera that turns is told again so often that it shall go on; a step (zoom, focus, iris) is repeated so often. */
const AGAIN_MS = { turning: 1_200, step: 300 } as const;

/**
 * An action that goes on as long as its button is held. One thing is said after the other, so that a stop never comes before what it stops.
 */
export class HeldAction {
  private held: PtzAction | null = null;
  private running = false;
  private wake: () => void = () => undefined;

  private say: (action: PtzAction) => Promise<boolean> = () => Promise.resolve(false);

  /** How it is said from now on. Resolves with whether it was done; when it was not, nothing more is said. */
  by(say: (action: PtzAction) => Promise<boolean>): void {
    this.say = say;
  }

  readonly begin = (action: PtzAction): void => {
    this.held = action;
    if (!this.running) void this.run();
  };

  readonly end = (): void => {
    this.held = null;
    this.wake();
  };

  private async run(): Promise<void> {
    this.running = true;
    let turns = false;
    while (this.held !== null) {
      const action = this.held;
      turns = isTurning(action);
      if (await this.say(action)) {
        if (this.held === action) await this.pause(turns ? AGAIN_MS.turning : AGAIN_MS.step);
      } else {
        this.held = null;
        turns = false;
      }
    }
    if (turns) await this.say('stop');
    this.running = false;
    // Pressed again while the stop was on its way.
    if (this.held !== null) void this.run();
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
