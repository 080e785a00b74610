/* What does not change from page to page: share/html/page.css and page.js, which the build turns into
 * text (cmake/Embed.cmake). So a report needs no file beside the program. */
#ifndef HEDDLE_REPORT_PAGE_H
#define HEDDLE_REPORT_PAGE_H

extern const char page_css[];
extern const char page_js[];

#endif
