import { AI_ALARMS_ATTRIBUTE, type Attributes, type AttributeValue } from '@sightline/domain';
import { safeText } from './safe-text.ts';

const MAX_TEXT = 1024;
/** As many alarms of active safety as a message has room for; half of their text would be none. */
const MAX_AI_ALARMS = 8192;
const MAX_ATTRIBUTES = 128;

/** A value as the database can keep it, or undefined: no NUL, whole surrogate pairs, bounded length, finite. */
function cleanValue(name: string, value: AttributeValue): AttributeValue | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return value;
  return safeText(value, name === AI_ALARMS_ATTRIBUTE ? MAX_AI_ALARMS : MAX_TEXT);
}

/** The same object when there is nothing to clean, which is nearly always. */
export function cleanAttributes(attributes: Attributes): Attributes {
  let count = 0;
  let clean = true;
  for (const name in attributes) {
    if (++count > MAX_ATTRIBUTES || cleanValue(name, attributes[name]!) !== attributes[name]) {
      clean = false;
      break;
    }
  }
  if (clean) return attributes;
  const out: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes).slice(0, MAX_ATTRIBUTES)) {
    const kept = cleanValue(name, value);
    if (kept !== undefined) out[name] = kept;
  }
  return out;
}
