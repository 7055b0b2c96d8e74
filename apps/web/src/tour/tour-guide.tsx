import { App, Tour } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../session/session.ts';
import { useTheme } from '../theme/theme.tsx';
import { TOUR_STEPS } from './tour-steps.ts';
import { endTour, goToStep } from './tour-store.ts';

/** A menu that opens is drawn outside of the screen first, and measured there. */
const isOnScreen = (element: Element): boolean => {
  const { right, bottom, width } = element.getBoundingClientRect();
  return width > 0 && right > 0 && bottom > 0;
};

/** What a selector names, as soon as the page has it in its place. */
const useTarget = (selector: string, pathname: string): HTMLElement | null => {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const look = (): void => {
      const found = document.querySelector<HTMLElement>(selector);
      setTarget(found !== null && isOnScreen(found) ? found : null);
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'class'] });
    return () => observer.disconnect();
  }, [selector, pathname]);
  return target;
};

/** One step of the tour: goes to its page, points at its place. Leaving asks; the end is kept in the account. */
export const TourGuide = ({ step }: { step: number }) => {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { message, modal } = App.useApp();
  const { menuPosition } = useTheme();
  const [asking, setAsking] = useState(false);
  const finished = useRef(false);
  const { path, target: selector = '#main' } = TOUR_STEPS[step - 1] ?? {};
  const target = useTarget(selector, pathname);
  useEffect(() => {
    if (path !== undefined && window.location.pathname !== path) void navigate(path);
  }, [path, step, navigate]);

  const end = (): Promise<void> => endTour(session).catch((error: unknown) => void message.warning(describeError(error).text));
  const confirmEnd = (): void => {
    setAsking(true);
    modal.confirm({
      title: t('tour.endTitle'),
      content: t('tour.endText'),
      okText: t('tour.end'),
      cancelText: t('tour.goOn'),
      onOk: end,
      onCancel: () => setAsking(false),
    });
  };
  return (
    <Tour
      open={!asking}
      current={step - 1}
      steps={TOUR_STEPS.map(({ name, target: place, opensUserMenu }) => ({
        title: t(`tour.${name}.title`),
        description: t(`tour.${name}.text`),
        target: place === selector ? target : null,
        placement: opensUserMenu ? (menuPosition === 'top' ? 'leftTop' : 'rightBottom') : 'bottom',
        nextButtonProps: { children: t(name === TOUR_STEPS.at(-1)?.name ? 'tour.finish' : 'tour.next') },
        prevButtonProps: { children: t('tour.back') },
      }))}
      onChange={(current) => goToStep(current + 1)}
      // The last step is closed first, and said to be finished after that: whoever finishes is not asked.
      onClose={() => queueMicrotask(() => !finished.current && confirmEnd())}
      onFinish={() => {
        finished.current = true;
        void end();
      }}
    />
  );
};
