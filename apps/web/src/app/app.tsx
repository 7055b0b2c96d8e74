import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import type { createRouter } from './router.tsx';
import { queryClient } from '../api/query.ts';
import { useAntdLocale } from '../i18n/antd-locale.ts';
import { pickLanguage } from '../i18n/i18n.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';

export const App = ({ router }: { router: ReturnType<typeof createRouter> }) => {
  const { i18n } = useTranslation();
  const locale = useAntdLocale(pickLanguage([i18n.language]));
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider locale={locale}>
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>
  );
};
