import { Command } from 'cmdk';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { mayOpen } from '../../app/guard.ts';
import { allRoutes, isBuilt, type RouteDefinition } from '../../app/routes.ts';
import { useSession, visitorOf } from '../../session/session.ts';
import css from './command-palette.module.css';
import { markEntry, setPaletteOpen, usePalette } from './palette-store.ts';

const isScreen = (route: RouteDefinition): boolean => !route.isPublic && route.redirect === undefined && route.name !== 'noPermission';

/** One search over screens, devices and customers, opened with Ctrl/Cmd-K from anywhere. */
export const CommandPalette = () => {
  const { open, marked } = usePalette();
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setPaletteOpen(!usePalette.getState().open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Command.Dialog
      open={open}
      onOpenChange={setPaletteOpen}
      label={t('layout.palette')}
      overlayClassName={css.overlay}
      contentClassName={css.dialog}
      shouldFilter={false}
      value={marked}
      onValueChange={markEntry}
      loop
    >
      {open && <PaletteBody />}
    </Command.Dialog>
  );
};

const PaletteBody = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const searching = wanted.length >= 2;
  const devices = useCall(
    'device.listByDeviceIdOrNameLimit',
    { deviceIdOrName: wanted, limit: 10 },
    { enabled: searching, keepPrevious: true },
  );
  const customers = useCall('customer.list.name', { customerName: wanted }, { enabled: searching, keepPrevious: true });
  const mayMonitor = session.permissionIds.has('4000');
  const visitor = visitorOf(session);
  const screens = allRoutes()
    .filter((route) => isScreen(route) && mayOpen(route, visitor))
    .map((route) => ({ route, title: t(`routes.${route.name}.title`) }))
    .filter(({ title, route }) => `${title} ${route.path}`.toLowerCase().includes(wanted.toLowerCase()))
    .sort((a, b) => Number(isBuilt(b.route)) - Number(isBuilt(a.route)));

  const first =
    screens[0] !== undefined
      ? `screen:${screens[0].route.path}`
      : mayMonitor && searching
        ? devices.data?.[0] !== undefined
          ? `device:${devices.data[0].id}`
          : `customer:${customers.data?.[0]?.id ?? ''}`
        : '';
  // Answers come late: the first entry of what is now listed is marked anew.
  useEffect(() => markEntry(first), [first, wanted]);

  const go = (to: string): void => {
    setPaletteOpen(false);
    void navigate(to);
  };
  const error = searching ? (devices.error ?? customers.error) : null;
  return (
    <>
      <Command.Input className={css.input} value={text} onValueChange={setText} placeholder={t('layout.palettePlaceholder')} />
      <Command.List className={css.list} label={t('layout.palette')}>
        <Command.Empty className={css.empty}>{t('layout.paletteEmpty')}</Command.Empty>
        {error !== null && (
          <p role="alert" className={css.empty}>
            {t('layout.paletteFailed', { text: describeError(error).text })}
          </p>
        )}
        {screens.length > 0 && (
          <Command.Group heading={t('layout.paletteScreens')} className={css.group}>
            {screens.slice(0, searching ? 6 : 12).map(({ route, title }) => (
              <Command.Item key={route.path} value={`screen:${route.path}`} className={css.item} onSelect={() => go(route.path)}>
                <span>{title}</span>
                {!isBuilt(route) && <span className={css.aside}>{t('layout.notBuilt')}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {mayMonitor && searching && (devices.data?.length ?? 0) > 0 && (
          <Command.Group heading={t('layout.paletteDevices')} className={css.group}>
            {devices.data?.map((device) => (
              <Command.Item
                key={device.id}
                value={`device:${device.id}`}
                className={css.item}
                onSelect={() => go(`/monitor?${new URLSearchParams({ device: device.id })}`)}
              >
                <span>{device.deviceName}</span>
                <span className={css.aside}>
                  <bdi dir="ltr">{device.id}</bdi> · {device.customerName}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {mayMonitor && searching && (customers.data?.length ?? 0) > 0 && (
          <Command.Group heading={t('layout.paletteCustomers')} className={css.group}>
            {customers.data?.slice(0, 10).map((customer) => (
              <Command.Item
                key={customer.id}
                value={`customer:${customer.id}`}
                className={css.item}
                onSelect={() => go(`/monitor?${new URLSearchParams({ customer: customer.id })}`)}
              >
                <span>{customer.customerName}</span>
                <span className={css.aside}>{customer.customerCodeName.split(',').slice(0, -1).join(' / ')}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </>
  );
};
