import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useSession } from '../../session/session.ts';
import type { ListColumn, ListDefinition, PageOperation, RowOf } from './list-definition.ts';
import { setHiddenHere, useListPreferences } from './list-preferences.ts';

export interface ChosenColumns<Row> {
  /** Those that the person may see at all. */
  readonly all: readonly ListColumn<Row>[];
  readonly shown: readonly ListColumn<Row>[];
  /** The person has said which: they are shown however little room there is. */
  readonly isChosen: boolean;
  /** Saves which are shown; the name column always is. */
  readonly choose: (keys: ReadonlySet<string>) => Promise<void>;
}

/** The columns of a list as the person has chosen them. What the server does not know of is kept in this browser. */
export const useColumns = <K extends PageOperation>({ id, format, columns }: ListDefinition<K>): ChosenColumns<RowOf<K>> => {
  const { user, permissionIds } = useSession();
  const queries = useQueryClient();
  const formatType = format ?? 'device_column';
  const input = { formatType, languageCode: currentLanguage() };
  const enabled = format !== undefined;
  const kept = useCall('language.format.user.auth', input, { enabled, staleTime: Infinity }).data;
  const localKey = `${user.id}.${id}`;
  const hiddenHere = useListPreferences((state) => state.hidden[localKey]);

  return useMemo(() => {
    const all = columns.filter((column) => column.permission === undefined || permissionIds.has(column.permission));
    const there = new Map(kept?.map((entry) => [entry.formatKey, entry]));
    const isChosen = kept?.some(({ chosen }) => chosen) === true || hiddenHere !== undefined;
    const here = hiddenHere ?? columns.filter((column) => column.isHiddenAtFirst).map((column) => column.key);
    const isShown = ({ key, isName }: ListColumn<RowOf<K>>): boolean => {
      const entry = there.get(key);
      return isName === true || (entry?.chosen === true ? entry.checked : !here.includes(key));
    };
    const choose = async (keys: ReadonlySet<string>): Promise<void> => {
      const hidden = all.map((column) => column.key).filter((key) => !keys.has(key));
      setHiddenHere(localKey, hidden);
      if (!enabled || user.demo) return;
      await call('user.base.format.save', { formatType, userId: user.id, formatKeys: hidden.filter((key) => there.has(key)).join(',') });
      await queries.invalidateQueries({ queryKey: ['language.format.user.auth'] });
    };
    return { all, shown: all.filter(isShown), isChosen, choose };
  }, [columns, permissionIds, kept, hiddenHere, localKey, enabled, formatType, user, queries]);
};
