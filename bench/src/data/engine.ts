/** The SQL engines of the benchmark. */
export type EngineName = 'sqlite' | 'postgres' | 'mariadb' | 'mysql'

/** Their display names. */
export const engineTitles: Readonly<Record<EngineName, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  mariadb: 'MariaDB',
  mysql: 'MySQL',
}
