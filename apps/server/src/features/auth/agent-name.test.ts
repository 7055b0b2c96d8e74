import { expect, it } from 'vitest';
import { agentName } from './agent-name.ts';

it('names browser and system of a session', () => {
  const cases: Readonly<Record<string, [browser: string, system: string]>> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36': [
      'Chrome 141',
      'Windows',
    ],
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0': [
      'Edge 141',
      'Windows',
    ],
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': ['Firefox 140', 'Linux'],
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
      ['Safari 18', 'iOS'],
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15': [
      'Safari 18',
      'macOS',
    ],
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36': [
      'Chrome 141',
      'Android',
    ],
    node: ['Node.js', ''],
    'something else': ['', ''],
  };
  for (const [agent, [browser, system]] of Object.entries(cases)) expect([agent, agentName(agent)]).toEqual([agent, { browser, system }]);
  expect(agentName(null)).toEqual({ browser: '', system: '' });
});
