import { OPERATIONS, operationList, type OperationId } from '@sightline/contract';
import { PERMISSION_IDS } from '@sightline/domain/access/permissions';
import { expect, it } from 'vitest';
import { isShownTo, mayCall } from './may-call.ts';
import type { Session } from './session.ts';

const person = (userType: '1' | '2' | '3', change: { demo?: boolean; permissions?: readonly string[] } = {}): Session =>
  ({
    user: { userType, demo: change.demo ?? false },
    permissionIds: new Set(change.permissions ?? PERMISSION_IDS),
  }) as unknown as Session;
const permitted = (who: Session): OperationId[] => operationList.map(({ id }) => id).filter((id) => mayCall(id, who));

it('the owner with all permissions may call everything', () => {
  expect(permitted(person('1'))).toHaveLength(operationList.length);
});

it('what belongs to the platform or to main accounts is not for others', () => {
  const [main, ordinary] = [permitted(person('2')), permitted(person('3'))];
  expect(main.filter((id) => OPERATIONS[id].scope === 'platform')).toEqual([]);
  expect(main).toContain('license.sell');
  expect(ordinary).not.toContain('license.sell');
  expect(ordinary).toContain('license.page');
});

it('a demo account may look at everything and change nothing', () => {
  const demo = permitted(person('2', { demo: true }));
  expect(demo.filter((id) => OPERATIONS[id].writes)).toEqual([]);
  expect(demo).toEqual(permitted(person('2')).filter((id) => !OPERATIONS[id].writes));
});

it('one of the permissions of a call is enough, and a function without its menu is none', () => {
  expect(mayCall('device.saveCamCount', person('3', { permissions: ['3000', '3000:deviceSettings'] }))).toBe(true);
  expect(mayCall('device.saveCamCount', person('3', { permissions: ['3000:deviceSettings'] }))).toBe(false);
  expect(mayCall('device.saveTrip', person('3', { permissions: ['3000', '3000:view'] }))).toBe(false);
  expect(mayCall('user.setting.info', person('3', { permissions: [] }))).toBe(true);
});

it('an element is drawn for who has its permission and may make its call', () => {
  const who = person('3', { permissions: ['3000', '3000:add'] });
  expect(isShownTo(who, {})).toBe(true);
  expect(isShownTo(who, { needs: 'device.add' })).toBe(true);
  expect(isShownTo(who, { needs: 'device.add', permission: '3000:edit' })).toBe(false);
  expect(isShownTo(who, { needs: 'device.save' })).toBe(false);
  const dealer = { ...who, user: { ...who.user, customerType: 1 } };
  expect([isShownTo(dealer, { forDealers: true }), isShownTo(who, { forDealers: true })]).toEqual([true, false]);
});
