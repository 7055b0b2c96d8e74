import type { Step } from './passage.ts';
import { classify } from './steps/classify.ts';
import { clean } from './steps/clean.ts';
import { derive } from './steps/derive.ts';
import { latest } from './steps/latest.ts';
import { lendIgnition } from './steps/lend-ignition.ts';
import { normalise } from './steps/normalise.ts';
import { order } from './steps/order.ts';
import { raiseAlarms } from './steps/raise-alarms.ts';

/**
 * The way of a position, in this order, per device. What comes out is written in one transaction; whatever is added
 * here (fences, alarm rules) sees the facts of the steps before it and is durable together with them.
 */
export const STEPS: readonly Step[] = [
  normalise, //    facts of the frames -> positions in UTC; what cannot be true is flagged: kept, but never counted
  clean, //        attributes that no database could keep
  lendIgnition, // from the last heartbeat, where positions do not tell it
  order, //        by time: what arrived out of order within this batch is in order again
  classify, //     next, late, repeat - compared with what the engine has taken in
  derive, //       motion, trips and stops, distances, quarter hours
  raiseAlarms, //  alarms that begin and end, against what the last position told
  latest, //       the device's latest state
];
