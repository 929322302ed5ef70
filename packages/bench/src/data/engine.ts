/** The engines that SQL is measured on. */
export type EngineName = 'sqlite' | 'postgres' | 'mysql'

/** Their names for people. */
export const engineTitles: Readonly<Record<EngineName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MariaDB' }
