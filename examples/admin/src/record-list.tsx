import { type BaseRecord, useDelete, useTable, useUpdate } from '@refinedev/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Resource, Scope, WriteMeta } from './data-provider.ts'
import { Input, ScopeChoice } from './inputs.tsx'
import { type Column, kinds } from './kinds.ts'
import { saying } from './notices.tsx'

interface RecordListProps {
  readonly resource: Resource
  /** Whether it lists the trash. */
  readonly isTrash?: boolean
}

/** The list of a resource, or of its trash, with filters, sorting and pages. They stand in the address of the page. */
export function RecordList({ resource, isTrash = false }: RecordListProps) {
  const { many, one, columns, filters, hasTrash } = kinds[resource]
  const table = useTable({
    resource,
    syncWithLocation: true,
    pagination: { pageSize: 20 },
    filters: isTrash
      ? { permanent: [{ field: 'status', operator: 'eq', value: 'trash' }] }
      : { initial: resource === 'events' ? [{ field: 'from', operator: 'eq', value: 'today' }] : [], defaultBehavior: 'replace' },
    sorters: { initial: [{ field: resource === 'events' ? 'start' : 'name', order: 'asc' }] },
  })
  const { result, tableQuery, currentPage, pageCount, setCurrentPage } = table
  const filterValue = (name: string): string => {
    const found = table.filters.find((filter) => 'field' in filter && filter.field === name)
    return String(found?.value ?? '')
  }
  const filter = (form: HTMLFormElement): void => {
    const data = new FormData(form)
    table.setFilters(filters.map(({ name }) => ({ field: name, operator: 'eq', value: String(data.get(name)) })))
    setCurrentPage(1)
  }
  const scopes = useRef<HTMLFormElement>(null)
  return (
    <>
      <h1>{isTrash ? `${many} in the trash` : many}</h1>
      <p>
        {!isTrash && <Link to={`/${resource}/create`}>New {one}</Link>}{' '}
        {hasTrash && <Link to={isTrash ? `/${resource}` : `/trash/${resource}`}>{isTrash ? many : 'Trash'}</Link>}
      </p>
      {!isTrash && (
        <form
          className="filters"
          aria-label="Filters"
          onChange={({ currentTarget }) => filter(currentTarget)}
          onSubmit={(event) => event.preventDefault()}
        >
          {filters.map((field) => (
            <Input key={field.name} field={field} value={filterValue(field.name)} />
          ))}
        </form>
      )}
      {isTrash && resource === 'events' && (
        <form ref={scopes}>
          <ScopeChoice
            choices={[
              ['this', 'The date alone'],
              ['all', 'Its whole series'],
            ]}
          />
        </form>
      )}
      {tableQuery.error && <p role="alert">{tableQuery.error.message}</p>}
      <table aria-busy={tableQuery.isFetching}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.label} column={column} sorter={table.sorters[0]} onSort={table.setSorters} />
            ))}
            {isTrash && <th scope="col">What to do</th>}
          </tr>
        </thead>
        <tbody>
          {result.data.map((record) => (
            <tr key={record.id}>
              {columns.map(({ label, text }, index) => (
                <td key={label}>
                  {index === 0 && !isTrash ? <Link to={`/${resource}/edit/${record.id}`}>{text(record)}</Link> : text(record)}
                </td>
              ))}
              {isTrash && <TrashButtons resource={resource} record={record} form={scopes} />}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages page={currentPage} count={Math.max(pageCount, 1)} total={result.total ?? 0} onPage={setCurrentPage} />
    </>
  )
}

interface PagesProps {
  readonly page: number
  readonly count: number
  /** The number of records of all pages. */
  readonly total: number
  readonly onPage: (page: number) => void
}

function Pages({ page, count, total, onPage }: PagesProps) {
  return (
    <nav aria-label="Pages" className="buttons">
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Earlier page
      </button>
      <span role="status">
        Page {page} of {count}, {total} in all
      </span>
      <button type="button" disabled={page >= count} onClick={() => onPage(page + 1)}>
        Next page
      </button>
    </nav>
  )
}

interface HeadingProps {
  readonly column: Column
  readonly sorter: { readonly field: string; readonly order: 'asc' | 'desc' } | undefined
  readonly onSort: (sorters: { field: string; order: 'asc' | 'desc' }[]) => void
}

function Heading({ column: { label, orderBy }, sorter, onSort }: HeadingProps) {
  if (orderBy === undefined) return <th scope="col">{label}</th>
  const order = sorter?.field === orderBy ? sorter.order : undefined
  return (
    <th scope="col" aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      <button type="button" onClick={() => onSort([{ field: orderBy, order: order === 'asc' ? 'desc' : 'asc' }])}>
        {label}
      </button>
    </th>
  )
}

interface TrashButtonsProps {
  readonly resource: Resource
  readonly record: BaseRecord
  /** Where the scope for dates of series is chosen. */
  readonly form: { readonly current: HTMLFormElement | null }
}

function TrashButtons({ resource, record, form }: TrashButtonsProps) {
  const { mutate: update } = useUpdate()
  const { mutate: remove } = useDelete()
  const common = { resource, id: Number(record.id), invalidates: ['list' as const], mutationMode: 'pessimistic' as const }
  const meta = (more: WriteMeta): WriteMeta => {
    const scope = form.current && record.recurrence ? (String(new FormData(form.current).get('scope')) as Scope) : undefined
    return { version: record.version, ...(scope && { scope }), ...more }
  }
  return (
    <td className="buttons">
      <button type="button" onClick={() => update({ ...common, ...saying('It is restored.'), values: {}, meta: meta({ restore: true }) })}>
        Restore
      </button>
      <button
        type="button"
        onClick={() => confirm('Delete it for good?') && remove({ ...common, ...saying('It is deleted.'), meta: meta({ forever: true }) })}
      >
        Delete for good
      </button>
    </td>
  )
}
