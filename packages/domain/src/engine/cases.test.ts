import { describe, expect, it } from 'vitest';
import { positionAt } from '../../test/journey.ts';
import { destination, distanceM } from '../geo/sphere.ts';
import { PositionFlag } from '../position/position.ts';
import type { Attributes } from '../position/attributes.ts';
import type { Position } from '../position/position.ts';
import { deriveAll } from './derive.ts';
import { createEngine } from './engine.ts';
import { BUCKET_MS } from './facts.ts';
import { MemoryEngineStore } from './memory-store.ts';
import { newEngineState } from './work.ts';

const RULES = { minMovingSpeedKph: 5, minStayS: 300, locationPoints: 3 };

/** Writes a journey down leg by leg. */
class Diary {
  readonly positions: Position[] = [];
  ms: number;
  here: { lat: number; lon: number };
  ignition: boolean | undefined;
  constructor(here: { lat: number; lon: number } = { lat: 1.32, lon: 103.82 }, ms: number = Date.UTC(2026, 4, 4, 8)) {
    this.here = here;
    this.ms = ms;
  }
  add(more: Partial<Position> = {}, at = this.here): this {
    const attributes: Attributes = this.ignition === undefined ? {} : { ignition: this.ignition };
    this.positions.push(positionAt(this.ms, at.lat, at.lon, { attributes, ...more }));
    return this;
  }
  stand(seconds: number, everyS = 60, more: Partial<Position> = {}): this {
    for (let s = 0; s < seconds; s += everyS) {
      this.ms += everyS * 1000;
      this.add({ speedKph: 0, ...more });
    }
    return this;
  }
  drive(seconds: number, kph: number, everyS = 60, course = 90, more: Partial<Position> = {}): this {
    for (let s = 0; s < seconds; s += everyS) {
      this.ms += everyS * 1000;
      this.here = destination(this.here, course, (kph / 3.6) * everyS);
      this.add({ speedKph: kph, ...more });
    }
    return this;
  }
  wait(seconds: number): this {
    this.ms += seconds * 1000;
    return this;
  }
}
const outline = (diary: Diary, rules = RULES): string[] =>
  deriveAll(rules, diary.positions).segments.map(
    (s) => `${s.kind} ${s.start.rule}>${s.end?.rule ?? '-'} ${Math.round((s.endMs - s.startMs) / 1000)}s ${Math.round(s.distanceM)}m`,
  );

describe('trips and stops', () => {
  it('60 s apart: from the last point that stood to the last that moved', () => {
    const diary = new Diary().stand(600).drive(1200, 36).stand(600);
    expect(outline(diary)).toEqual(['stop first>moved 540s 0m', 'trip moved>stayed 1200s 12000m', 'stop stayed>- 600s 0m']);
    const [, trip] = deriveAll(RULES, diary.positions).segments;
    expect(trip?.start).toMatchObject({ threshold: 3, value: 3, decidedAtMs: (trip?.startMs ?? 0) + 180_000 });
    expect(trip?.end).toMatchObject({ threshold: 300, value: 300, decidedAtMs: (trip?.endMs ?? 0) + 300_000 });
  });

  it('1 s apart: the same journey gives the same facts', () => {
    const diary = new Diary().stand(600, 1).drive(1200, 36, 1).stand(600, 1);
    expect(outline(diary)).toEqual(['stop first>moved 599s 0m', 'trip moved>stayed 1200s 12000m', 'stop stayed>- 600s 0m']);
  });

  it('a red light of 4 minutes does not end a trip, a stay of 5 does', () => {
    expect(outline(new Diary().drive(300, 40).stand(240).drive(300, 40))).toEqual(['trip first>- 780s 6000m']);
    expect(outline(new Diary().drive(300, 40).stand(300).drive(300, 40))).toHaveLength(3);
  });

  it('two moving points are no trip with locationPoints 3, and move nothing', () => {
    expect(outline(new Diary().stand(600).drive(120, 6).stand(600))).toEqual(['stop first>- 1260s 0m']);
  });

  it('two points far off are one, whatever they say of their speed', () => {
    const diary = new Diary().stand(600).drive(1200, 30, 600).stand(600);
    expect(outline(diary)).toEqual(['stop first>moved 540s 0m', 'trip moved>stayed 1200s 10000m', 'stop stayed>- 600s 0m']);
  });

  it('a silence of 10 minutes in one place is a stay although nobody reported it', () => {
    const diary = new Diary().drive(300, 40).wait(600).add({ speedKph: 0 }).drive(300, 40);
    expect(outline(diary)).toEqual(['trip first>stayed 240s 2667m', 'stop stayed>moved 600s 0m', 'trip moved>- 300s 3333m']);
  });

  it('the ignition ends and begins trips without the waiting', () => {
    const diary = new Diary();
    diary.ignition = true;
    diary.drive(600, 40);
    diary.ignition = false;
    diary.stand(120);
    diary.ignition = true;
    diary.stand(60).drive(120, 40);
    expect(outline(diary)).toEqual([
      'trip first>ignitionOff 540s 6000m',
      'stop ignitionOff>ignitionOn 180s 0m',
      'trip ignitionOn>- 120s 1333m',
    ]);
  });

  it('an ignition wire that is not connected does not cut the trip at each light', () => {
    const diary = new Diary();
    diary.ignition = false;
    expect(outline(diary.stand(600).drive(600, 40).stand(120).drive(600, 40))).toEqual([
      'stop first>moved 540s 0m',
      'trip moved>- 1320s 13333m',
    ]);
  });

  it('a garage: the ignition goes off without a fix, and the night is stopped, not idle', () => {
    const diary = new Diary();
    diary.ignition = true;
    diary.drive(600, 40).wait(60);
    diary.ignition = false;
    diary.add({ valid: false, flags: PositionFlag.noFix }).wait(12 * 3600);
    diary.ignition = true;
    diary.add({ valid: false, flags: PositionFlag.noFix }).wait(300).add();
    const { segments, buckets } = deriveAll(RULES, diary.positions);
    expect(segments.map((s) => [s.kind, s.start.rule])).toEqual([
      ['trip', 'first'],
      ['stop', 'ignitionOff'],
    ]);
    expect(buckets.reduce((sum, b) => sum + b.stoppedS, 0)).toBe(12 * 3600);
    expect(buckets.reduce((sum, b) => sum + b.idleS, 0)).toBe(60 + 300);
  });
});

describe('silence', () => {
  it('a tunnel of 8 minutes is part of the trip, its way straight', () => {
    const diary = new Diary().drive(600, 60).wait(480);
    diary.here = destination(diary.here, 90, 8000);
    const facts = deriveAll(RULES, diary.drive(600, 60).positions);
    expect(facts.segments).toHaveLength(1);
    expect(facts.jumps).toEqual([]);
    expect(facts.segments[0]?.distanceM).toBeCloseTo(
      distanceM(facts.segments[0]?.startLat ?? 0, facts.segments[0]?.startLon ?? 0, diary.here.lat, diary.here.lon),
      -1,
    );
  });

  it('a ferry of two hours is a gap: no distance, no time', () => {
    const diary = new Diary().drive(600, 60).wait(7200);
    diary.here = destination(diary.here, 180, 60_000);
    diary.drive(600, 60);
    expect(outline(diary)).toEqual(['trip first>gap 540s 9000m', 'trip gap>- 540s 9000m']);
  });

  it('asleep over a long weekend in one place is one stop', () => {
    const diary = new Diary()
      .drive(600, 60)
      .stand(600)
      .wait(87 * 3600)
      .stand(60);
    expect(outline(diary)).toEqual(['trip first>stayed 540s 9000m', `stop stayed>- ${660 + 87 * 3600}s 0m`]);
    expect(
      outline(
        new Diary()
          .stand(600)
          .wait(100 * 3600)
          .stand(60),
      ),
    ).toEqual(['stop first>gap 540s 0m', 'stop gap>- 0s 0m']);
  });
});

describe('positions that cannot be', () => {
  it('one outlier is marked and adds nothing', () => {
    const clean = new Diary().drive(1200, 40, 10);
    const dirty = new Diary().drive(600, 40, 10);
    dirty.ms += 5000;
    dirty.add({ speedKph: 40 }, destination(dirty.here, 10, 30_000));
    dirty.ms -= 5000;
    dirty.drive(600, 40, 10);
    const facts = deriveAll(RULES, dirty.positions);
    expect(facts.jumps).toHaveLength(1);
    expect(facts.segments).toEqual(deriveAll(RULES, clean.positions).segments);
    expect(facts.buckets).toEqual(deriveAll(RULES, clean.positions).buckets);
  });

  it('three that agree are believed, their marks go, and the leap is nobody’s distance', () => {
    const diary = new Diary().drive(600, 40, 10);
    diary.here = destination(diary.here, 10, 200_000);
    diary.drive(20, 40, 10);
    expect(deriveAll(RULES, diary.positions).jumps).toHaveLength(2);
    diary.drive(580, 40, 10);
    const facts = deriveAll(RULES, diary.positions);
    expect(facts.jumps).toEqual([]);
    expect(facts.segments.map((s) => [s.kind, s.start.rule, Math.round(s.distanceM)])).toEqual([
      ['trip', 'first', 6556],
      ['trip', 'relocated', 6556],
    ]);
    expect(facts.segments[1]?.start.value).toBeGreaterThan(190_000);
  });

  it('the engine takes marks back as it goes', () => {
    const diary = new Diary().stand(600, 10);
    diary.here = destination(diary.here, 10, 200_000);
    diary.stand(30, 10);
    const engine = createEngine(RULES);
    const marks = diary.positions.flatMap((position) => engine.push(position).marks.map((mark) => mark.jump));
    expect(marks).toEqual([true, true, false, false]);
  });

  it('drift of a parked car over a night adds nothing', () => {
    const diary = new Diary().drive(600, 40).stand(300);
    const parked = diary.here;
    for (let i = 0; i < 600; i++) {
      diary.ms += 60_000;
      diary.add({ speedKph: i % 7 === 0 ? 6 : i % 3 }, destination(parked, (i * 137) % 360, (i * 53) % 45));
    }
    const facts = deriveAll(RULES, diary.positions);
    expect(facts.segments.map((s) => s.kind)).toEqual(['trip', 'stop']);
    expect(facts.state.odometerMm / 1000).toBeCloseTo(6000, -1);
  });

  it('records without a usable place change no figure', () => {
    const diary = new Diary().drive(600, 40);
    const clean = deriveAll(RULES, diary.positions);
    diary.ms += 1000;
    diary.add({ flags: PositionFlag.nullIsland }, { lat: 0, lon: 0 });
    diary.add({ sequence: 1, type: 2 }, destination(diary.here, 0, 900));
    diary.add({ sequence: 2, flags: PositionFlag.noFix, valid: false });
    diary.add({ sequence: 3, flags: PositionFlag.wrongClock, fixTimeMs: diary.ms + 1e12 });
    const facts = deriveAll(RULES, diary.positions);
    expect([facts.segments, facts.buckets]).toEqual([clean.segments, clean.buckets]);
  });

  it('positions without any speed still make trips', () => {
    const diary = new Diary()
      .stand(600, 10, { speedKph: null })
      .drive(600, 40, 10, 90, { speedKph: null })
      .stand(600, 10, { speedKph: null });
    const trips = deriveAll(RULES, diary.positions).segments.filter((s) => s.kind === 'trip');
    expect(trips).toHaveLength(1);
    expect(trips[0]?.distanceM).toBeGreaterThan(6500);
    expect(trips[0]?.distanceM).toBeLessThan(6700);
  });
});

describe('places and times on the edge', () => {
  it.each([
    ['over the antimeridian', { lat: -17, lon: 179.9 }],
    ['south and west', { lat: -54.8, lon: -68.3 }],
    ['far north', { lat: 78.2, lon: 15.6 }],
    ['over Greenwich', { lat: 51.5, lon: -0.05 }],
  ])('%s: 30 km are 30 km', (_, here) => {
    const facts = deriveAll(RULES, new Diary(here).drive(3060, 36, 60).positions);
    expect(facts.state.odometerMm / 1000).toBeCloseTo(30_000, -1);
    expect(facts.jumps).toEqual([]);
  });

  it('over midnight and every quarter: time is split exactly, distance in proportion', () => {
    const midnight = Date.UTC(2026, 4, 5);
    const diary = new Diary(undefined, midnight - 450_000 - 60_000).drive(960, 60, 60);
    const facts = deriveAll(RULES, diary.positions);
    expect(facts.buckets.map((b) => [(b.slotMs - midnight) / BUCKET_MS, b.movingS, Math.round(b.distanceM)])).toEqual([
      [-1, 450, 7500],
      [0, 450, 7500],
    ]);
    const uneven = new Diary(undefined, midnight - 100_000).add({ speedKph: 60 });
    uneven.drive(300, 60, 300);
    const [before, after] = deriveAll({ ...RULES, minStayS: 600 }, [
      ...uneven.positions,
      ...uneven.drive(900, 60, 300).positions.slice(2),
    ]).buckets;
    expect([before?.movingS, Math.round(before?.distanceM ?? 0), after?.movingS]).toEqual([100, 1667, 900]);
  });
});

describe('taking positions in', () => {
  it('knows next, repeat, late and ignored', () => {
    const diary = new Diary().drive(180, 40);
    const [first, second, third] = diary.positions as [Position, Position, Position];
    const engine = createEngine(RULES);
    engine.pushAll([first, second]);
    expect([first, second, third, { ...first, flags: PositionFlag.wrongClock }].map((p) => engine.arrival(p))).toEqual([
      'late',
      'repeat',
      'next',
      'ignored',
    ]);
    expect(engine.push(second)).toEqual({ segments: [], buckets: [], marks: [], checkpoints: [] });
    expect(() => engine.push(first)).toThrow(RangeError);
  });

  it('summarises the device', () => {
    const diary = new Diary();
    diary.ignition = true;
    const engine = createEngine(RULES);
    engine.pushAll(diary.drive(600, 40).positions);
    expect(engine.summary()).toMatchObject({
      status: 'moving',
      ignition: true,
      ignitionSinceMs: diary.positions[0]?.fixTimeMs,
      segmentKind: 'trip',
      lastGood: { fixTimeMs: diary.ms },
    });
    const stopped = diary.ms;
    engine.pushAll(diary.stand(60).positions.slice(-1));
    expect(engine.summary()).toMatchObject({ status: 'idle', statusSinceMs: stopped });
    expect(engine.summary().odometerM).toBeCloseTo(6000, 1);
    expect(createEngine(RULES).summary()).toMatchObject({ odometerM: 0, lastGood: null, status: 'stopped', segmentKind: null });
  });

  it('calls a drifting parked device stopped until a trip is proven, a driving one moving at once', () => {
    const status = (ignition: boolean): string => {
      const diary = new Diary();
      diary.ignition = ignition;
      const engine = createEngine(RULES);
      engine.pushAll(diary.stand(600).drive(60, 20).positions);
      return engine.summary().status;
    };
    expect([status(false), status(true)]).toEqual(['stopped', 'moving']);
  });

  it('a checkpoint with outliers pending would forget their marks, so there is none', () => {
    const diary = new Diary();
    diary.ignition = true;
    diary.drive(600, 40);
    const home = diary.here;
    diary.here = destination(home, 10, 200_000);
    diary.drive(120, 40, 60);
    diary.ms += 10_000;
    diary.ignition = false;
    diary.add({ flags: PositionFlag.noFix, valid: false });
    const facts = deriveAll(RULES, diary.positions);
    expect(facts.jumps).toHaveLength(2);
    expect(facts.checkpoints.at(-1)?.core.outliers ?? []).toEqual([]);
    expect(facts.checkpoints.some((c) => c.fixTimeMs === diary.ms)).toBe(false);
  });
});

describe('late positions', () => {
  it('touch a small part of a long history', async () => {
    const diary = new Diary();
    for (let day = 0; day < 20; day++)
      diary
        .drive(1800, 40, 30)
        .stand(3600, 60)
        .drive(1800, 50, 30, 270)
        .stand(20 * 3600 - 1800, 300);
    const late = diary.positions.filter((_, i) => i >= 2000 && i < 2020);
    const store = new MemoryEngineStore(RULES);
    await store.take(diary.positions.filter((position) => !late.includes(position)));
    const read = await store.take(late);
    expect(read).toBeLessThan(600);
    expect(diary.positions.length).toBeGreaterThan(7000);
    const facts = deriveAll(RULES, diary.positions);
    expect([...store.segments.values()].sort((a, b) => a.startMs - b.startMs)).toEqual(facts.segments);
    expect(store.state).toEqual(facts.state);
  });

  it('a state stays about a kilobyte', () => {
    const state = newEngineState(RULES);
    createEngine(RULES, state).pushAll(new Diary().drive(3600, 40, 1).stand(250, 1).positions);
    expect(JSON.stringify(state).length).toBeLessThan(1800);
  });
});
