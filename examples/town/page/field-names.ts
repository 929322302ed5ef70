/** What the form calls its fields, and the dates of the interface that it makes of two fields each; in the order of the form. */
export const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  all_day: 'All day',
  start_date: 'Start',
  start_day: 'First day',
  start_time: 'Start time',
  end_date: 'End',
  end_day: 'Last day',
  end_time: 'End time',
  timezone: 'Time zone',
  venue: 'Where',
  organizer: 'Who invites',
  categories: 'Categories',
  description: 'Description',
  cost: 'Cost',
  website: 'Website',
  status: 'Status',
}
