import { isDealer } from '@sightline/domain';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { usePanel, type PanelControl } from '../../ui/use-panel.ts';
import { useUnits, type UserUnits } from '../../units/user-units.ts';

/** What a list of this room is made with; words and numbers are those of the language and the units on screen. */
export interface ListParts {
  readonly t: TFunction;
  readonly units: UserUnits;
  /** No room for columns of sentences: they stand below the names. */
  readonly narrow: boolean;
  /** There may be what belongs to customers below. */
  readonly dealer: boolean;
  readonly open: PanelControl['open'];
}

/** A list of this room, and what is open beside it. */
export const useListParts = <D>(make: (parts: ListParts) => D): { readonly definition: D; readonly control: PanelControl } => {
  const { t } = useTranslation();
  const { user } = useSession();
  const units = useUnits();
  const narrow = useNarrow();
  const control = usePanel();
  const { open } = control;
  const dealer = isDealer(user);
  const definition = useMemo(() => make({ t, units, narrow, dealer, open }), [make, t, units, narrow, dealer, open]);
  return { definition, control };
};

/** On or off, as a filter. */
export const STATE_FILTER = {
  type: 'select',
  fields: ['enabled'],
  label: 'customization.state',
  options: [
    { value: 1, label: 'customization.on' },
    { value: 0, label: 'customization.off' },
  ],
} as const;
