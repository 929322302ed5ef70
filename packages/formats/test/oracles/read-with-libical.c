/*
 * Prints what libical understands of calendars (cc read-with-libical.c -lical). start-oracle.ts says how they come.
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_text(const char *text) {
  putchar('"');
  for (; text != NULL && *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') printf("\\%c", *text);
    else if ((unsigned char)*text < 0x20) printf("\\u%04x", *text);
    else putchar(*text);
  }
  putchar('"');
}

/* A day, or seconds since 1970. */
static void print_time(icaltimetype time) {
  if (time.is_date) printf("\"%04d-%02d-%02d\"", time.year, time.month, time.day);
  else printf("%lld", (long long)icaltime_as_timet_with_zone(time, time.zone));
}

static void print_property(icalcomponent *event, icalproperty_kind kind) {
  icalproperty *property = icalcomponent_get_first_property(event, kind);
  print_text(property == NULL ? "" : icalvalue_get_text(icalproperty_get_value(property)));
}

struct dates {
  int count;
  int is_date;
};

static void print_date(icalcomponent *event, struct icaltime_span *span, void *data) {
  struct dates *dates = data;
  (void)event;
  if (dates->count++ > 0) putchar(',');
  if (dates->is_date) {
    struct icaltimetype begin = icaltime_from_timet_with_zone(span->start, 1, NULL), end = icaltime_from_timet_with_zone(span->end, 1, NULL);
    putchar('[');
    print_time(begin);
    putchar(',');
    print_time(end);
    putchar(']');
  } else printf("[%lld,%lld]", (long long)span->start, (long long)span->end);
}

static void print_event(icalcomponent *event, icaltimetype until) {
  icaltimetype start = icalcomponent_get_dtstart(event);
  printf("{\"uid\":");
  print_text(icalcomponent_get_uid(event));
  printf(",\"start\":");
  print_time(start);
  printf(",\"end\":");
  print_time(icalcomponent_get_dtend(event));
  printf(",\"recurrenceId\":");
  icalproperty *recurrence_id = icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY);
  if (recurrence_id == NULL) printf("null");
  else print_time(icalproperty_get_datetime_with_component(recurrence_id, event));
  printf(",\"title\":");
  print_property(event, ICAL_SUMMARY_PROPERTY);
  printf(",\"description\":");
  print_property(event, ICAL_DESCRIPTION_PROPERTY);
  printf(",\"location\":");
  print_property(event, ICAL_LOCATION_PROPERTY);
  printf(",\"status\":");
  print_text(icalproperty_status_to_string(icalcomponent_get_status(event)));
  printf(",\"categories\":[");
  icalproperty *category = icalcomponent_get_first_property(event, ICAL_CATEGORIES_PROPERTY);
  for (int count = 0; category != NULL; count++) {
    if (count > 0) putchar(',');
    print_text(icalproperty_get_categories(category));
    category = icalcomponent_get_next_property(event, ICAL_CATEGORIES_PROPERTY);
  }
  printf("],\"dates\":");
  if (icalcomponent_get_first_property(event, ICAL_RRULE_PROPERTY) == NULL) printf("null");
  else {
    struct dates dates = {0, start.is_date};
    putchar('[');
    icalcomponent_foreach_recurrence(event, icaltime_from_timet_with_zone(0, 0, icaltimezone_get_utc_timezone()), until, print_date, &dates);
    putchar(']');
  }
  putchar('}');
}

static void print_errors(icalcomponent *calendar) {
  int count = 0;
  printf("\"errors\":[");
  if (calendar == NULL) print_text("not a calendar");
  else if (!icalrestriction_check(calendar)) {
    print_text("the restriction check fails");
    count++;
  }
  for (icalcomponent *each = calendar; each != NULL;) {
    icalproperty *error = icalcomponent_get_first_property(each, ICAL_XLICERROR_PROPERTY);
    for (; error != NULL; error = icalcomponent_get_next_property(each, ICAL_XLICERROR_PROPERTY)) {
      if (count++ > 0) putchar(',');
      print_text(icalproperty_get_xlicerror(error));
    }
    each = each == calendar ? icalcomponent_get_first_component(calendar, ICAL_ANY_COMPONENT)
                            : icalcomponent_get_next_component(calendar, ICAL_ANY_COMPONENT);
  }
  printf("]");
}

int main(void) {
  long length, until;
  while (scanf("%ld %ld", &length, &until) == 2 && getchar() == '\n') {
    char *text = malloc(length + 1);
    if (text == NULL || fread(text, 1, length, stdin) != (size_t)length) return 1;
    text[length] = '\0';
    icalcomponent *calendar = icalparser_parse_string(text);
    putchar('{');
    print_errors(calendar);
    printf(",\"events\":[");
    icalcomponent *event = calendar == NULL ? NULL : icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
    for (int count = 0; event != NULL; count++) {
      if (count > 0) putchar(',');
      print_event(event, icaltime_from_timet_with_zone(until, 0, icaltimezone_get_utc_timezone()));
      event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT);
    }
    printf("]}\n");
    fflush(stdout);
    if (calendar != NULL) icalcomponent_free(calendar);
    free(text);
  }
  return 0;
}
