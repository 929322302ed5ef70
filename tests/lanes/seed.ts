import fc from 'fast-check'

// Each test file gets the run's seed, so that a failure repeats with the seed that the run prints.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['KALENDS_SEED']) })
