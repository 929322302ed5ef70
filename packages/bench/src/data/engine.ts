/** The SQL engines of the benchmark. */
export type EngineName = 'sqlite' | 'postgres' | 'mysql'

/** Their display names. */
export const engineTitles: Readonly<Record<EngineName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MariaDB' }
