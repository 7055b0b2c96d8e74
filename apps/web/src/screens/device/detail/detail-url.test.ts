import { describe, expect, it } from 'vitest';
import { readDetail, writeDetail } from './detail-url.ts';

const read = (text: string) => readDetail(new URLSearchParams(text));

describe('the detail in the address', () => {
  it('names a device and a tab', () => {
    expect(read('detail=100000000106&tab=sensors')).toEqual({ deviceId: '100000000106', tab: 'sensors' });
    expect(read('detail=100000000106')).toEqual({ deviceId: '100000000106', tab: 'overview' });
  });

  it('takes nothing that is no id, and no tab that there is not', () => {
    expect(read('')).toBeNull();
    expect(read('detail=')).toBeNull();
    expect(read('detail=../x')).toBeNull();
    expect(read('detail=1&tab=secrets')).toEqual({ deviceId: '1', tab: 'overview' });
  });

  it('leaves the other parts of the address alone', () => {
    const query = new URLSearchParams('page=3&detail=1&tab=trips');
    expect(writeDetail(query, null).toString()).toBe('page=3');
    expect(writeDetail(query, { deviceId: '2', tab: 'overview' }).toString()).toBe('page=3&detail=2');
    expect(writeDetail(query, { deviceId: '2', tab: 'messages' }).toString()).toBe('page=3&detail=2&tab=messages');
  });
});
