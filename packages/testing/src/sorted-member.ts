/** The value that a sort key compares: a member of the record, or of an event's times. */
export function sortedMember(record: object, key: string): unknown {
  const times: unknown = Reflect.get(record, 'times')
  return Reflect.get(typeof times === 'object' && times !== null && key in times ? times : record, key)
}
