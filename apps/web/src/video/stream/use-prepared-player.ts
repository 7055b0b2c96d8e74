import { useEffect } from 'react';
import { probePaths } from '../player/paths.ts';
import { playerClient } from '../player/player-client.ts';

/** Makes everything ready that a first picture needs while somebody still looks for a camera. */
export const usePreparedPlayer = (): void =>
  useEffect(() => {
    void probePaths().then((paths) => paths.length > 0 && playerClient.prepare());
  }, []);
