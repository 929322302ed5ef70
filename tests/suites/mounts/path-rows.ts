import type { MountRow } from './mount-request.ts'

/** Paths that servers interpret differently. */
export const pathRows: readonly MountRow[] = [
  { key: 'paths/trailing-slash', target: '{routes}/events/1/', status: 200 },
  { key: 'paths/root-with-slash', target: '{routes}/', status: 200 },
  { key: 'paths/two-trailing-slashes', target: '{routes}/venues//', status: 404 },
  { key: 'paths/double-slash', target: '{routes}//events/1', status: 404 },
  { key: 'paths/encoded-slash', target: '{routes}/events%2F1', status: 404 },
  { key: 'paths/encoded-slash-in-a-slug', target: '{routes}/events/by-slug/..%2F..%2Fvenues', status: 404 },
  { key: 'paths/encoded-backslash', target: '{routes}/events%5C1', status: 404 },
  { key: 'paths/backslash', target: '{routes}\\events\\1', status: 404 },
  { key: 'paths/dot-segment', target: '{routes}/./events/1', status: 404 },
  { key: 'paths/dot-segments', target: '{routes}/nothing/../events/1', status: 404 },
  { key: 'paths/encoded-dot-segments', target: '{routes}/nothing/%2e%2E/events/1', status: 404 },
  { key: 'paths/encoded-letters', target: '{routes}/%65vents/%31', status: 200 },
  { key: 'paths/capitals', target: '{routes}/Events/1', status: 404 },
  { key: 'paths/encoded-unicode', target: '{routes}/events/by-slug/%F0%9F%8E%BB', status: 404 },
  { key: 'paths/encoded-twice', target: '{routes}/events/by-slug/choir%252Devening', status: 404 },
  { key: 'paths/encoded-question-mark', target: '{routes}/events/1%3Fpage=2', status: 404 },
  { key: 'paths/not-utf-8', target: '{routes}/events/by-slug/%FF', status: 400 },
  { key: 'paths/cut-percent', target: '{routes}/events/by-slug/%E2%82', status: 400 },
  { key: 'paths/lone-percent', target: '{routes}/events/by-slug/100%', status: 400 },
  { key: 'paths/nul', target: '{routes}/events/by-slug/%00', status: 400 },
  { key: 'paths/odd-characters', target: "{routes}/events/by-slug/a;b=c,d@e:f!$&'()*+~", status: 404 },
  { key: 'paths/a-huge-id', target: '{routes}/events/99999999999999999999', status: 404 },
  { key: 'paths/an-id-in-other-digits', target: '{routes}/events/%D9%A1', status: 404 },
  { key: 'paths/unknown-language', target: '{base}/xx/calendar/events/v1', status: 404 },
]

/** Paths outside the routes, where a host has its own; no route of Kalends matches them. */
export const outsideRows: readonly MountRow[] = [
  { key: 'outside/top', target: '/nothing-here', status: 404 },
  { key: 'outside/base', target: '{base}/nothing-here', status: 404 },
  { key: 'outside/namespace-cut', target: '{base}/calendar/events', status: 404 },
  { key: 'outside/namespace-longer', target: '{routes}2/events/1', status: 404 },
  { key: 'outside/base-longer', target: '{base}2/calendar/events/v1/events/1', status: 404 },
  { key: 'outside/post', method: 'POST', target: '{base}/nothing-here', json: { name: 'x' }, status: 404 },
]
