/** A rule and its dates. */
export interface RuleExample {
  readonly start: string
  readonly rule: string
  /** The dates in the format of `datesOf`. Dots at the end mean that the rule has more dates. */
  readonly dates: string
}

/** The examples of RFC 5545, 3.8.5.3 that repeat by days, with dates as RFC 5545 lists them. They start at 09:00. */
export const rfcExamples: readonly RuleExample[] = [
  { start: '1997-09-02', rule: 'FREQ=DAILY;COUNT=10', dates: '1997 Sep 2-11' },
  { start: '1997-09-02', rule: 'FREQ=DAILY;UNTIL=19971224T000000', dates: '1997 Sep 2-30, Oct 1-31, Nov 1-30, Dec 1-23' },
  {
    start: '1997-09-02',
    rule: 'FREQ=DAILY;INTERVAL=2',
    dates: '1997 Sep 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30, Oct 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30, Nov 1 3 5 7 ...',
  },
  { start: '1997-09-02', rule: 'FREQ=DAILY;INTERVAL=10;COUNT=5', dates: '1997 Sep 2 12 22, Oct 2 12' },
  {
    start: '1998-01-01',
    rule: 'FREQ=YEARLY;UNTIL=20000131T090000;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    dates: '1998 Jan 1-31, 1999 Jan 1-31, 2000 Jan 1-31',
  },
  { start: '1998-01-01', rule: 'FREQ=DAILY;UNTIL=20000131T090000;BYMONTH=1', dates: '1998 Jan 1-31, 1999 Jan 1-31, 2000 Jan 1-31' },
  { start: '1997-09-02', rule: 'FREQ=WEEKLY;COUNT=10', dates: '1997 Sep 2 9 16 23 30, Oct 7 14 21 28, Nov 4' },
  {
    start: '1997-09-02',
    rule: 'FREQ=WEEKLY;UNTIL=19971224T000000',
    dates: '1997 Sep 2 9 16 23 30, Oct 7 14 21 28, Nov 4 11 18 25, Dec 2 9 16 23',
  },
  {
    start: '1997-09-02',
    rule: 'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    dates: '1997 Sep 2 16 30, Oct 14 28, Nov 11 25, Dec 9 23, 1998 Jan 6 20, Feb 3 17 ...',
  },
  { start: '1997-09-02', rule: 'FREQ=WEEKLY;UNTIL=19971007T000000;WKST=SU;BYDAY=TU,TH', dates: '1997 Sep 2 4 9 11 16 18 23 25 30, Oct 2' },
  { start: '1997-09-02', rule: 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', dates: '1997 Sep 2 4 9 11 16 18 23 25 30, Oct 2' },
  {
    start: '1997-09-01',
    rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000;WKST=SU;BYDAY=MO,WE,FR',
    dates: '1997 Sep 1 3 5 15 17 19 29, Oct 1 3 13 15 17 27 29 31, Nov 10 12 14 24 26 28, Dec 8 10 12 22',
  },
  { start: '1997-09-02', rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', dates: '1997 Sep 2 4 16 18 30, Oct 2 14 16' },
  {
    start: '1997-09-05',
    rule: 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    dates: '1997 Sep 5, Oct 3, Nov 7, Dec 5, 1998 Jan 2, Feb 6, Mar 6, Apr 3, May 1, Jun 5',
  },
  { start: '1997-09-05', rule: 'FREQ=MONTHLY;UNTIL=19971224T000000;BYDAY=1FR', dates: '1997 Sep 5, Oct 3, Nov 7, Dec 5' },
  {
    start: '1997-09-07',
    rule: 'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    dates: '1997 Sep 7 28, Nov 2 30, 1998 Jan 4 25, Mar 1 29, May 3 31',
  },
  { start: '1997-09-22', rule: 'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', dates: '1997 Sep 22, Oct 20, Nov 17, Dec 22, 1998 Jan 19, Feb 16' },
  { start: '1997-09-28', rule: 'FREQ=MONTHLY;BYMONTHDAY=-3', dates: '1997 Sep 28, Oct 29, Nov 28, Dec 29, 1998 Jan 29, Feb 26 ...' },
  {
    start: '1997-09-02',
    rule: 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    dates: '1997 Sep 2 15, Oct 2 15, Nov 2 15, Dec 2 15, 1998 Jan 2 15',
  },
  {
    start: '1997-09-30',
    rule: 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    dates: '1997 Sep 30, Oct 1 31, Nov 1 30, Dec 1 31, 1998 Jan 1 31, Feb 1',
  },
  {
    start: '1997-09-10',
    rule: 'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    dates: '1997 Sep 10-15, 1999 Mar 10-13',
  },
  {
    start: '1997-09-02',
    rule: 'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    dates: '1997 Sep 2 9 16 23 30, Nov 4 11 18 25, 1998 Jan 6 13 20 27, Mar 3 10 17 24 31 ...',
  },
  {
    start: '1997-06-10',
    rule: 'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    dates: '1997 Jun 10, Jul 10, 1998 Jun 10, Jul 10, 1999 Jun 10, Jul 10, 2000 Jun 10, Jul 10, 2001 Jun 10, Jul 10',
  },
  {
    start: '1997-03-10',
    rule: 'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    dates: '1997 Mar 10, 1999 Jan 10, Feb 10, Mar 10, 2001 Jan 10, Feb 10, Mar 10, 2003 Jan 10, Feb 10, Mar 10',
  },
  {
    start: '1997-01-01',
    rule: 'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    dates: '1997 Jan 1, Apr 10, Jul 19, 2000 Jan 1, Apr 9, Jul 18, 2003 Jan 1, Apr 10, Jul 19, 2006 Jan 1',
  },
  { start: '1997-05-19', rule: 'FREQ=YEARLY;BYDAY=20MO', dates: '1997 May 19, 1998 May 18, 1999 May 17 ...' },
  { start: '1997-05-12', rule: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', dates: '1997 May 12, 1998 May 11, 1999 May 17 ...' },
  {
    start: '1997-03-13',
    rule: 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    dates: '1997 Mar 13 20 27, 1998 Mar 5 12 19 26, 1999 Mar 4 11 18 25 ...',
  },
  {
    start: '1997-06-05',
    rule: 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    dates: '1997 Jun 5 12 19 26, Jul 3 10 17 24 31, Aug 7 14 21 28, 1998 Jun 4 11 18 25, Jul 2 9 16 23 30, Aug 6 13 20 27 ...',
  },
  {
    start: '1998-02-13',
    rule: 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    dates: '1998 Feb 13, Mar 13, Nov 13, 1999 Aug 13, 2000 Oct 13 ...',
  },
  {
    start: '1997-09-13',
    rule: 'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    dates: '1997 Sep 13, Oct 11, Nov 8, Dec 13, 1998 Jan 10, Feb 7, Mar 7, Apr 11, May 9, Jun 13 ...',
  },
  {
    start: '1996-11-05',
    rule: 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    dates: '1996 Nov 5, 2000 Nov 7, 2004 Nov 2 ...',
  },
  { start: '1997-09-04', rule: 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', dates: '1997 Sep 4, Oct 7, Nov 6' },
  {
    start: '1997-09-29',
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    dates: '1997 Sep 29, Oct 30, Nov 27, Dec 30, 1998 Jan 29, Feb 26, Mar 30 ...',
  },
  { start: '1997-08-05', rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', dates: '1997 Aug 5 10 19 24' },
  { start: '1997-08-05', rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', dates: '1997 Aug 5 17 19 31' },
  { start: '2007-01-15', rule: 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', dates: '2007 Jan 15 30, Feb 15, Mar 15 30' },
]
