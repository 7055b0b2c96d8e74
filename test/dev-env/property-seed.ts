import fc from 'fast-check';

/** A check that fails by chance says nothing about a change. Who wants to look further gives another seed. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_121) });
