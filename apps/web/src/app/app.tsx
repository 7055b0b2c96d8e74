import { formatLocaleOf, type FormatLocaleId } from '@sightline/domain/locale/format-locales';
import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import type { createRouter } from './router.tsx';
import { queryClient } from '../api/query.ts';
import { useAntdLocale } from '../i18n/antd-locale.ts';
import { pickLanguage } from '../i18n/i18n.ts';
import { useOptionalSession } from '../session/session.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';

export const App = ({ router }: { router: ReturnType<typeof createRouter> }) => {
  const { i18n } = useTranslation();
  const chosen = useOptionalSession()?.settings.formatLocale ?? '';
  const id: FormatLocaleId = chosen === '' ? pickLanguage([i18n.language]) : chosen;
  const locale = useAntdLocale(id);
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider locale={locale} rightToLeft={formatLocaleOf(id)?.rightToLeft === true}>
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>
  );
};
