import type { RuleExample } from './rfc-examples.ts'

/** Rules at the edges of weeks, months and years, with the dates that python-dateutil 2.9.0 gives. They start at 09:00. */
export const edgeExamples: readonly RuleExample[] = [
  {
    start: '2026-05-18',
    rule: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=SU;COUNT=4',
    dates: '2026 May 18, 2027 May 17, 2028 May 15, 2029 May 14',
  },
  {
    start: '2026-05-18',
    rule: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=FR;COUNT=4',
    dates: '2026 May 18, 2027 May 17, 2028 May 15, 2029 May 14',
  },
  { start: '2028-02-29', rule: 'FREQ=YEARLY;UNTIL=20450101', dates: '2028 Feb 29, 2032 Feb 29, 2036 Feb 29, 2040 Feb 29, 2044 Feb 29' },
  { start: '2028-12-31', rule: 'FREQ=YEARLY;BYYEARDAY=366;COUNT=3', dates: '2028 Dec 31, 2032 Dec 31, 2036 Dec 31' },
  { start: '2028-01-01', rule: 'FREQ=YEARLY;BYYEARDAY=-366;COUNT=3', dates: '2028 Jan 1, 2032 Jan 1, 2036 Jan 1' },
  { start: '2026-10-31', rule: 'FREQ=MONTHLY;COUNT=8', dates: '2026 Oct 31, Dec 31, 2027 Jan 31, Mar 31, May 31, Jul 31, Aug 31, Oct 31' },
  {
    start: '2026-10-01',
    rule: 'FREQ=MONTHLY;BYMONTHDAY=-31;COUNT=8',
    dates: '2026 Oct 1, Dec 1, 2027 Jan 1, Mar 1, May 1, Jul 1, Aug 1, Oct 1',
  },
  {
    start: '2026-03-27',
    rule: 'FREQ=YEARLY;BYDAY=FR;BYYEARDAY=86,87,88,89,90,91,92;COUNT=5',
    dates: '2026 Mar 27, 2027 Apr 2, 2028 Mar 31, 2029 Mar 30, 2030 Mar 29',
  },
  { start: '2026-09-07', rule: 'FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=MO,WE,FR;COUNT=9', dates: '2026 Sep 7 16 18 21 30, Oct 2 5 14 16' },
  { start: '2026-11-29', rule: 'FREQ=WEEKLY;INTERVAL=4;BYDAY=SU;COUNT=4', dates: '2026 Nov 29, Dec 27, 2027 Jan 24, Feb 21' },
  { start: '2026-11-25', rule: 'FREQ=DAILY;BYMONTHDAY=1,25;COUNT=5', dates: '2026 Nov 25, Dec 1 25, 2027 Jan 1 25' },
  { start: '2026-11-29', rule: 'FREQ=DAILY;BYMONTHDAY=-1,-2;COUNT=5', dates: '2026 Nov 29 30, Dec 30 31, 2027 Jan 30' },
  { start: '2026-10-30', rule: 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1FR;COUNT=4', dates: '2026 Oct 30, 2027 Oct 29, 2028 Oct 27, 2029 Oct 26' },
  { start: '2026-06-01', rule: 'FREQ=MONTHLY;BYMONTH=9,6;COUNT=4', dates: '2026 Jun 1, Sep 1, 2027 Jun 1, Sep 1' },
  { start: '2026-09-01', rule: 'FREQ=MONTHLY;BYMONTH=9,6;COUNT=4', dates: '2026 Sep 1, 2027 Jun 1, Sep 1, 2028 Jun 1' },
  { start: '2026-06-03', rule: 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=7,3,5;BYSETPOS=3,1;COUNT=4', dates: '2026 Jun 3 7, 2027 Jun 3 7' },
  { start: '2026-01-03', rule: 'FREQ=YEARLY;BYYEARDAY=1,2,3,4,5;BYSETPOS=-1,3;COUNT=4', dates: '2026 Jan 3 5, 2027 Jan 3 5' },
  {
    start: '2026-08-08',
    rule: 'FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7,8;BYSETPOS=1,2,-1,-2;COUNT=6',
    dates: '2026 Aug 8, Sep 1 2 7 8, Oct 1',
  },
  {
    start: '2024-02-29',
    rule: 'FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=29;BYSETPOS=2,3;COUNT=5',
    dates: '2024 Feb 29, Mar 29, 2025 Mar 29, 2026 Mar 29, 2027 Mar 29',
  },
  {
    start: '2026-01-06',
    rule: 'FREQ=YEARLY;BYWEEKNO=1,2;BYDAY=TU;UNTIL=20310101',
    dates: '2026 Jan 6, 2027 Jan 5 12, 2028 Jan 4 11, 2029 Jan 2 9, 2030 Jan 1 8, Dec 31',
  },
  {
    start: '2026-01-06',
    rule: 'FREQ=YEARLY;BYWEEKNO=1,2;BYDAY=TU;WKST=FR;UNTIL=20310101',
    dates: '2026 Jan 6 13, 2027 Jan 5 12, 2028 Jan 4 11, 2029 Jan 2 9, 2030 Jan 8 15',
  },
  { start: '2026-12-22', rule: 'FREQ=YEARLY;BYWEEKNO=-1,-2;BYDAY=TU;COUNT=4', dates: '2026 Dec 22 29, 2027 Dec 21 28' },
  { start: '2027-01-02', rule: 'FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SA;COUNT=4', dates: '2027 Jan 2, 2028 Jan 1, Dec 30, 2029 Dec 29' },
  { start: '2031-05-01', rule: 'FREQ=MONTHLY;INTERVAL=13;BYMONTH=5,6;COUNT=3', dates: '2031 May 1, 2032 Jun 1, 2044 May 1' },
  { start: '2026-12-29', rule: 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;COUNT=4', dates: '2026 Dec 29, 2027 Jan 2, 2032 Dec 28, 2033 Jan 1' },
  { start: '2026-08-01', rule: 'FREQ=MONTHLY;INTERVAL=7;BYMONTHDAY=1,-1;COUNT=6', dates: '2026 Aug 1 31, 2027 Mar 1 31, Oct 1 31' },
  { start: '2026-12-08', rule: 'FREQ=DAILY;INTERVAL=100;COUNT=5', dates: '2026 Dec 8, 2027 Mar 18, Jun 26, Oct 4, 2028 Jan 12' },
]
